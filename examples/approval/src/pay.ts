import {
  type Answers,
  again,
  ask,
  type CallContext,
  Compute,
  Elicit,
  inject,
  Tool,
} from '@countersign/core';
import { z } from 'zod';
import { Approvals } from './approvals.js';
import { Bank } from './bank.js';

const Input = z.object({ to: z.string(), euros: z.number().positive() });
type Input = z.output<typeof Input>;

/** Where the pages are, and how many milliseconds pass between two looks. */
export interface Waiting {
  readonly pages: string;
  readonly everyMs: number;
}

/** Pays once its caller approved it on our page, and says so once the bank has called back. */
@Tool({
  name: 'pay',
  description: 'Pays somebody, once you approved it on our page.',
  input: Input,
})
export class Pay {
  constructor(
    private readonly approvals: Approvals,
    private readonly bank: Bank,
    @inject('waiting') private readonly waiting: Waiting,
  ) {}

  /** Writes down what the page will show. A step is done at least once, so it may only do what may be done twice. */
  @Compute()
  request({ to, euros }: Input, _: object, { flow }: CallContext) {
    this.approvals.ask(flow.id, `${euros} € to ${to}`);
    return true;
  }

  /** Accepting is consent to open the page. Nothing is approved by it. */
  @Elicit()
  async visit(_: Input, { request }: Answers<Pay, 'request'>, { flow }: CallContext) {
    if (!request) return ask.nothing;
    return ask.url(
      'Please approve the payment on our page.',
      `${this.waiting.pages}/approve/${await flow.ticket('visit')}`,
    );
  }

  /** Looks whether it was approved; not yet, then again in a while. The server holds the answer so long, and no client hammers. */
  @Compute()
  approved(_: Input, { visit }: Answers<Pay, 'visit'>, { flow }: CallContext) {
    return (
      (visit && this.approvals.by(flow.id)) ?? again(undefined, { afterMs: this.waiting.everyMs })
    );
  }

  /** Orders the payment, once by its key, and waits for the webhook. */
  @Compute()
  async cleared(_: Input, { approved }: Answers<Pay, 'approved'>, { step }: CallContext) {
    if (!approved) return undefined;
    const payment =
      (step.carried as string | undefined) ?? (await this.bank.order(step.idempotencyKey));
    return this.bank.isCleared(payment)
      ? payment
      : again(payment, { afterMs: this.waiting.everyMs });
  }

  run({ to, euros }: Input, { approved, cleared }: Answers<Pay>) {
    return `Paid ${euros} € to ${to} (${cleared}), approved by ${approved}.`;
  }
}
