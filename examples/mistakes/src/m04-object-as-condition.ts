/**
 * M4: the answer is an object, and an object is true whatever its field says.
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
