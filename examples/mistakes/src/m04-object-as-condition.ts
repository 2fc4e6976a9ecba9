/**
 * M4: the answer is an object, and an object is true whatever its field says.
 *
 * call: "Deployed release 1."
 * check: error answer-as-condition: the answer "window" is an object, which is true whatever
 *   people said — compare its field; or ask with ask.confirm, whose no ends the call
 */
import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';
import { type Call, serverOf } from './kit.js';

const Window = form(z.object({ now: z.boolean(), reason: z.string() }));

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  @Elicit()
  window() {
    return ask.form('Deploy now?', Window);
  }
  run(_: object, { window }: Answers<Deploy>) {
    return window ? 'Deployed release 1.' : 'Kept.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: [{ window: { now: false, reason: 'It is Friday.' } }] };
