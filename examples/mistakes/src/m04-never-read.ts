/**
 * M4: the answer to a question is never looked at.
 *
 * call: "Deployed release 1."
 * check: error unread-answer: nobody reads the answer to Deploy.window, whatever people say — read
 *   "window" in run; if a yes is all that is wanted, ask it with ask.confirm
 */
import { ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';
import { type Call, serverOf } from './kit.js';

const Window = form(z.object({ now: z.boolean(), reason: z.string() }));

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  @Elicit()
  window() {
    return ask.form('Deploy now?', Window);
  }
  run() {
    return 'Deployed release 1.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: [{ window: { now: false, reason: 'It is Friday.' } }] };
