import { inject, injectable } from '@countersign/core';
// The mistake: an interface, imported like a value. Other tools would emit a read of it, which ends in a SyntaxError.
import { Closing } from '../projects/tokens/closing.js';

@injectable()
export class Greeter {
  constructor(@inject('closing') readonly closing: Closing) {}
}
