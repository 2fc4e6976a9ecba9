import { injectable } from '@countersign/core';
import { Notes } from './notes.js';

// The mistake: each needs the other, and nothing says so.
@injectable()
export class Audit {
  constructor(readonly notes: Notes) {}
}
