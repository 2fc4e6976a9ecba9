import {
  type Answers,
  acceptedContent,
  ask,
  type CallContext,
  createServer,
  Elicit,
  form,
  inputRequired,
  Tool,
} from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { z } from 'zod';
import { CODECS } from './servers.js';

const Confirm = z.object({ confirm: z.boolean() });

@Tool({
  name: 'delete',
  description: 'Deletes once a person confirms it.',
  input: z.object({ path: z.string() }),
})
class Delete {
  run({ path }: { path: string }, _: object, ctx: CallContext) {
    const accepted = acceptedContent(ctx.inputResponses, 'confirm', Confirm);
    if (accepted) return accepted.confirm ? `Deleted ${path}.` : 'Nothing was deleted.';
    return inputRequired({
      inputRequests: {
        confirm: inputRequired.elicit({ message: `Delete ${path}?`, requestedSchema: Confirm }),
      },
    });
  }
}

@Tool({ name: 'greet', description: 'Greets by name.' })
class Greet {
  @Elicit({ presupplied: true }) who() {
    return ask.form('Who are you?', form(z.object({ name: z.string() })));
  }
  run(_: object, { who }: Answers<Greet>) {
    return `Hello, ${who.name}.`;
  }
}

const make = (components: readonly (typeof Delete | typeof Greet)[]) =>
  createServer({
    name: 'hand-written',
    version: '1.0.0',
    components,
    state: { codec: CODECS[0]?.[1] as never },
    legacy: legacyShim(),
  });

/** A server of one component whose questions are written by hand. */
export const handWritten = () => make([Delete]);
/** A server of one component that takes an answer before it asks. */
export const presupplied = () => make([Greet]);
