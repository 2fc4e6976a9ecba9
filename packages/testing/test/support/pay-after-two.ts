import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';
import { Payments } from './pay.js';

const Sure = form(z.object({ sure: z.boolean() }));

/** A tool that runs once a flow, of two questions one after the other. */
@Tool({
  name: 'pay-after-two',
  description: 'Pays once a person is sure, and very sure.',
  once: true,
})
export class PayAfterTwo {
  constructor(private readonly payments: Payments) {}

  @Elicit() sure() {
    return ask.form('Pay?', Sure);
  }
  @Elicit() verySure(_: object, { sure }: Answers<PayAfterTwo, 'sure'>) {
    return ask.form(sure.sure ? 'Really?' : 'Really not?', Sure);
  }
  run(_: object, { verySure }: Answers<PayAfterTwo>) {
    if (verySure.sure) this.payments.pay(true);
    return 'Done.';
  }
}
