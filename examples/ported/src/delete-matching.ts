import {
  acceptedContent,
  type CallContext,
  inputRequired,
  inputResponse,
  Tool,
} from '@countersign/core';
import { z } from 'zod';
import { Files } from './files.js';

const Input = z.object({ suffix: z.string() });
type Input = z.output<typeof Input>;
const Confirm = z.object({ confirm: z.boolean() });

/** The same with state: what the person was shown is what is deleted, whatever has come to be since. */
@Tool({
  name: 'delete-matching',
  description: 'Deletes all files of a kind once a person confirms the list.',
  input: Input,
})
export class DeleteMatching {
  constructor(private readonly files: Files) {}

  run({ suffix }: Input, _: object, ctx: CallContext) {
    const state = ctx.requestState<{ found: readonly string[] }>();
    const found = state?.found ?? this.files.endingIn(suffix);
    const response = inputResponse(ctx.inputResponses, 'confirm');
    if (response.kind === 'elicit' && response.action !== 'accept') return 'Nothing was deleted.';
    const accepted = acceptedContent(ctx.inputResponses, 'confirm', Confirm);
    if (!accepted) {
      return inputRequired({
        inputRequests: {
          confirm: inputRequired.elicit({
            message: `Delete ${found.join(', ')}?`,
            requestedSchema: Confirm,
          }),
        },
        requestState: ctx.mintRequestState({ found }),
      });
    }
    if (!accepted.confirm) return 'Nothing was deleted.';
    for (const path of found) this.files.delete(path);
    return `Deleted ${found.join(', ')}.`;
  }
}
