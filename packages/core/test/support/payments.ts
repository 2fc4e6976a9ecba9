import { z } from 'zod';
import {
  type Answers,
  ask,
  type CallContext,
  Compute,
  type CountersignServer,
  Elicit,
  form,
  type Ledger,
  memoryLedger,
  Tool,
} from '../../src/index.js';
import { accept, tool } from './serving.js';

/** What happened, so that tests can count it; and what makes `run` wait, or do something else. */
export class World {
  readonly paid: string[] = [];
  readonly computed: string[] = [];
  /** How often the question of `pay` was looked at. */
  asked = 0;
  run: ((ctx: CallContext) => unknown) | undefined;
}

const Sure = form(z.object({ sure: z.boolean() }));
const Amount = z.object({ amount: z.number() });

@Tool({ name: 'pay', description: 'Pays once a person is sure.', input: Amount, once: true })
export class Pay {
  constructor(private readonly world: World) {}

  @Elicit() sure({ amount }: { amount: number }) {
    this.world.asked++;
    return ask.form(`Pay ${amount}?`, Sure);
  }
  /** Read by nobody who asks: computed once every question is settled. */
  @Compute({ readable: true }) fee() {
    this.world.computed.push('fee');
    return 1;
  }
  async run({ amount }: { amount: number }, { sure, fee }: Answers<Pay>, ctx: CallContext) {
    this.world.paid.push(`${amount}+${fee} ${sure.sure}`);
    return (await this.world.run?.(ctx)) ?? `paid ${amount} (${this.world.paid.length})`;
  }
}

@Tool({ name: 'book', description: 'Asks one thing after the other.', once: true })
export class Book {
  constructor(private readonly world: World) {}

  @Elicit() city() {
    return ask.form('City?', form(z.object({ name: z.string() })));
  }
  @Elicit() hotel(_: object, { city }: Answers<Book, 'city'>) {
    return ask.form(`Hotel in ${city.name}?`, form(z.object({ name: z.string() })));
  }
  run(_: object, { city, hotel }: Answers<Book>) {
    this.world.paid.push(`${hotel.name}, ${city.name}`);
    return `booked ${hotel.name}, ${city.name}`;
  }
  declined({ key }: { key: string }) {
    this.world.paid.push(`declined ${key}`);
    return `not booked: ${key}`;
  }
}

@Tool({ name: 'ping', description: 'Asks nothing.', once: true })
export class Ping {
  constructor(private readonly world: World) {}

  @Compute({ readable: true }) stamp() {
    this.world.computed.push('stamp');
    return 1;
  }
  run(_: object, __: object, ctx: CallContext) {
    this.world.paid.push('ping');
    return this.world.run?.(ctx) ?? 'pong';
  }
}

@Tool({ name: 'bare', description: 'Has no steps at all.', once: true })
export class Bare {
  constructor(private readonly world: World) {}

  run() {
    this.world.paid.push('bare');
    return 'done';
  }
}

@Tool({ name: 'gift', description: 'Takes an answer that comes beforehand.', once: true })
export class Gift {
  constructor(private readonly world: World) {}

  @Elicit({ presupplied: true }) sure() {
    return ask.form('Sure?', Sure);
  }
  run(_: object, { sure }: Answers<Gift>) {
    this.world.paid.push(`gift ${sure.sure}`);
    return 'given';
  }
}

export const PAYMENTS = [Pay, Book, Ping, Bare, Gift];

/** The same ledger, of which some methods do something else. */
export const ledgerWith = (
  changed: (ledger: Ledger) => Partial<Ledger>,
  ledger: Ledger = memoryLedger(),
): Ledger => ({
  ...ledger,
  ...changed(ledger),
});

export const SURE = { sure: accept({ sure: true }) };

/** The first round of `pay`, and its final request: state and answers. */
export async function asked(to: URL | CountersignServer, amount = 5) {
  const { requestState } = (await tool(to, 'pay', { amount })).body.result;
  return { requestState, inputResponses: SURE };
}

export const textOf = (body: {
  readonly result?: { readonly content: readonly { readonly text: string }[] };
}) => body.result?.content[0]?.text;
