import { type Answers, ask, Compute, Elicit, form, Tool } from '@countersign/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clientOf, servedAs, textOf } from '../support/modes.js';
import { accept } from '../support/raw-session.js';
import { soon } from '../support/served.js';

/** What was made and ended, in order. */
const log: string[] = [];
let made = 0;
beforeEach(() => {
  log.length = 0;
  made = 0;
});

class Basket {
  readonly n = ++made;
  constructor() {
    log.push(`made ${this.n}`);
  }
  dispose() {
    log.push(`ended ${this.n}`);
  }
}

const Name = form(z.object({ name: z.string() }));

/** Keeps what it should not: were its instance anybody else's too, they would meet it. */
@Tool({ name: 'keeper', description: 'Keeps things on itself.' })
class Keeper {
  readonly #kept: string[] = [];
  constructor(private readonly basket: Basket) {}

  @Compute() number() {
    this.#kept.push('computed');
    return 1;
  }
  @Elicit() name() {
    this.#kept.push('asked');
    return ask.form('Name?', Name);
  }
  run(_: object, { name }: Answers<Keeper>) {
    log.push(`ran with ${this.basket.n}`);
    return `${name.name}: ${this.#kept.join()}`;
  }
}

describe.each(['2026 HTTP', '2026 stdio', '2025 sessions', '2025 stdio'] as const)(
  'over %s',
  (mode) => {
    it('each round of a call has instances of its own, which end with it and not before', async () => {
      const at = await servedAs(mode, {
        components: [Keeper],
        providers: [{ token: Basket, useClass: Basket, scope: 'call' }],
      });
      const atStart = made;
      log.length = 0;
      const ended = () => log.filter((line) => line.startsWith('ended'));
      const client = await clientOf(mode, at, {
        elicit: async () => {
          // The round that asked is over while a person thinks, and nothing of it is left.
          await soon(() => expect(ended()).toEqual([`ended ${atStart + 1}`]));
          return accept({ name: 'Ada' });
        },
      });
      expect(textOf(await client.callTool({ name: 'keeper' }))).toBe('Ada: asked,computed');
      await soon(() => expect(ended()).toHaveLength(2));
      const [first, second] = [atStart + 1, atStart + 2];
      expect(log).toEqual([
        `made ${first}`,
        `ended ${first}`,
        `made ${second}`,
        `ran with ${second}`,
        `ended ${second}`,
      ]);
    });
  },
);
