/**
 * M4: the boolean of a form stands for a yes, and is true by default: `{}` is a yes.
 *
 * call: "Deployed release 1."
 * check: error boolean-confirmation: the boolean "confirm" is true where nobody answers: an empty
 *   form is a yes — ask with ask.confirm, whose no ends the call
 * check: warning boolean-confirmation: Deploy.confirm asks for a yes by the boolean "confirm" of a
 *   form — ask with ask.confirm, whose no ends the call
 */
import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';
import { type Call, serverOf } from './kit.js';

const Confirm = form(z.object({ confirm: z.boolean().default(true) }));

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  @Elicit()
  confirm() {
    return ask.form('Deploy release 1?', Confirm);
  }
  run(_: object, { confirm }: Answers<Deploy>) {
    return confirm.confirm ? 'Deployed release 1.' : 'Kept.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: [{ confirm: {} }] };
