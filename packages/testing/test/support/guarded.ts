import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';

/** A tool for bob alone, whose token must grant reading. */
@Tool({
  name: 'guarded',
  description: 'Is there for bob.',
  scopes: ['read'],
  visible: ({ principal }) => principal.subject === 'bob',
})
export class Guarded {
  @Elicit() sure() {
    return ask.form('Sure?', form(z.object({ yes: z.boolean() })));
  }
  run(_: object, { sure }: Answers<Guarded>) {
    return String(sure.yes);
  }
}
