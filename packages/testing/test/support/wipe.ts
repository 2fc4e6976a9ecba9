import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';

/** What was wiped, by whoever. */
export const wiped: boolean[] = [];

@Tool({ name: 'wipe', description: 'Wipes once confirmed.', scopes: ['wipe'] })
export class Wipe {
  @Elicit() sure() {
    return ask.form('Sure?', form(z.object({ sure: z.boolean() })));
  }
  run(_: object, { sure }: Answers<Wipe>) {
    wiped.push(sure.sure);
    return 'Wiped.';
  }
}
