import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Answers,
  ask,
  type CallContext,
  type ComponentClass,
  Compute,
  Elicit,
  form,
  Tool,
} from '@countersign/core';
import { z } from 'zod';
import type { Records } from './records.js';

const Order = z.object({ order: z.string(), amount: z.number().int() });
type Order = z.output<typeof Order>;
const Account = form(z.object({ account: z.string() }));
const Note = form(z.object({ note: z.string() }));

/** What a tool works with. */
export class Works {
  constructor(
    readonly records: Pick<Records, 'effect'>,
    /** Milliseconds of work, before the effect and again after it. */
    readonly ms: number,
  ) {}
}

/** What the result says, as JSON: enough to tell whether it is the right one. */
export interface Receipt {
  readonly order: string;
  readonly due: number;
  readonly account: string;
  readonly note: string;
  readonly receipt: string;
}

/** What is due for an amount: computed in the first round, and sealed until the last. */
export const dueFor = (amount: number): number => 3 * amount + 1;

/**
 * Makes a tool of three rounds: two questions, of which the second reads the answer to the first, and an effect. The first
 * question names its flow, so that what the servers report of a flow can be told by the client's own count.
 */
function payment(name: string, once: boolean): ComponentClass {
  @Tool({ name, description: 'Pays an order.', input: Order, once })
  class Payment {
    constructor(private readonly works: Works) {}

    @Compute({ readable: true })
    due({ amount }: Order) {
      return dueFor(amount);
    }

    @Elicit()
    account({ order }: Order, { due }: Answers<Payment, 'due'>, ctx: CallContext) {
      return ask.form(`Which account pays ${due} for ${order}? (flow ${ctx.flow.id})`, Account);
    }

    @Elicit()
    note(_: Order, { account }: Answers<Payment, 'account'>) {
      return ask.form(`A note for ${account.account}?`, Note);
    }

    async run({ order }: Order, { due, account, note }: Answers<Payment>, ctx: CallContext) {
      const receipt = randomUUID();
      await pause(this.works.ms);
      this.works.records.effect({ order, flow: ctx.flow.id, key: ctx.idempotencyKey, receipt });
      await pause(this.works.ms);
      return JSON.stringify({
        order,
        due,
        account: account.account,
        note: note.note,
        receipt,
      } satisfies Receipt);
    }
  }
  return Payment;
}

/** The names of the two tools: `once`, and as often as it is asked for. */
export const TOOLS = { once: 'pay_once', often: 'pay' } as const;

export const tools = (): ComponentClass[] => [
  payment(TOOLS.once, true),
  payment(TOOLS.often, false),
];
