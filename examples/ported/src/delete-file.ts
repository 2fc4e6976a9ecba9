import {
  acceptedContent,
  type CallContext,
  inputRequired,
  inputResponse,
  Tool,
} from '@countersign/core';
import { z } from 'zod';
import { Files } from './files.js';

const Input = z.object({ path: z.string() });
type Input = z.output<typeof Input>;
const Confirm = z.object({ confirm: z.boolean() });

/**
 * The confirmation as people write it by hand: look for the answer, ask when it is not there, go on when it is. It has no state
 * of its own, which elsewhere means that an answer sent along with the very first call passes for one that was asked for.
 */
@Tool({
  name: 'delete-file',
  description: 'Deletes a file once a person confirms it.',
  input: Input,
})
export class DeleteFile {
  constructor(private readonly files: Files) {}

  run({ path }: Input, _: object, ctx: CallContext) {
    const response = inputResponse(ctx.inputResponses, 'confirm');
    if (response.kind === 'elicit' && response.action !== 'accept') return 'Nothing was deleted.';
    const accepted = acceptedContent(ctx.inputResponses, 'confirm', Confirm);
    if (!accepted) {
      return inputRequired({
        inputRequests: {
          confirm: inputRequired.elicit({ message: `Delete ${path}?`, requestedSchema: Confirm }),
        },
      });
    }
    if (!accepted.confirm) return 'Nothing was deleted.';
    this.files.delete(path);
    return `Deleted ${path}.`;
  }
}
