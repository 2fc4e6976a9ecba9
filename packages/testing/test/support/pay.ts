import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';

/** The world that pays. */
export class Payments {
  pay(_sure: boolean): unknown {
    return undefined;
  }
}

/** A tool that runs once a flow. */
@Tool({ name: 'pay', description: 'Pays once a person is sure.', once: true })
export class Pay {
  constructor(private readonly payments: Payments) {}

  @Elicit() sure() {
    return ask.form('Pay?', form(z.object({ sure: z.boolean() })));
  }
  run(_: object, { sure }: Answers<Pay>) {
    if (sure.sure) this.payments.pay(true);
    return sure.sure ? 'Paid.' : 'Nothing was paid.';
  }
}
