/**
 * M4: an optional answer is compared with false: a decline deploys.
 *
 * call: "Announced."
 * check: error silence-as-yes: notes?.announce !== false: no answer "notes", or a decline, counts
 *   as a yes — compare it with true; a confirmation is never optional: ask.confirm
 */
import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';
import { type Call, serverOf } from './kit.js';

const Notes = form(z.object({ announce: z.boolean(), text: z.string() }));

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  @Elicit()
  notes() {
    return ask.form('Announce it?', Notes, { optional: true });
  }
  run(_: object, { notes }: Answers<Deploy>) {
    return notes?.announce !== false ? 'Announced.' : 'Not announced.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: [{}] };
