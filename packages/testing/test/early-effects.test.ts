import { aeadCodec } from '@countersign/codec-aead';
import {
  type Answers,
  ask,
  type CallContext,
  type ComponentClass,
  Compute,
  createServer,
  Elicit,
  form,
  inputRequired,
  Tool,
} from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { container } from 'tsyringe';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type EffectOptions, effects, everyWay, MisuseError, misuse, play } from '../src/index.js';

const Yes = form(z.object({ yes: z.boolean() }));
const YES = { sure: { yes: true } };

class Bank {
  readonly #paid: string[] = [];
  charge(what: string): number {
    return this.#paid.push(what);
  }
  balance(): number {
    return this.#paid.length;
  }
}

@Tool({ name: 'good', description: 'Charges once it may.' })
class Good {
  constructor(private readonly bank: Bank) {}
  @Elicit() sure() {
    return ask.form('Sure?', Yes);
  }
  @Compute({ readable: true }) late(_: object, { sure }: Answers<Good, 'sure'>) {
    return this.bank.charge(String(sure.yes));
  }
  run(_: object, { late }: Answers<Good>) {
    return `charge ${late}`;
  }
}

@Tool({ name: 'asks', description: 'Charges in its question.' })
class InQuestion {
  constructor(private readonly bank: Bank) {}
  @Elicit() sure() {
    this.bank.charge('asked');
    return ask.form('Sure?', Yes);
  }
  run() {
    return 'done';
  }
}

@Tool({ name: 'computes', description: 'Charges before the yes.' })
class InCompute {
  constructor(private readonly bank: Bank) {}
  @Compute({ readable: true }) charge(_: object, __: object, ctx: CallContext) {
    return this.bank.charge(ctx.step.idempotencyKey);
  }
  @Elicit() sure(_: object, { charge }: Answers<InCompute, 'charge'>) {
    return ask.form(`Sure of ${charge}?`, Yes);
  }
  run() {
    return 'done';
  }
}

@Tool({ name: 'keyless', description: 'Charges before the yes, without a key.' })
class Keyless {
  constructor(private readonly bank: Bank) {}
  @Compute({ readable: true }) charge() {
    return this.bank.charge('no key');
  }
  @Elicit() sure(_: object, { charge }: Answers<Keyless, 'charge'>) {
    return ask.form(`Sure of ${charge}?`, Yes);
  }
  run() {
    return 'done';
  }
}

@Tool({ name: 'constructs', description: 'Charges as it is made.' })
class InConstructor {
  constructor(bank: Bank) {
    bank.charge('made');
  }
  @Elicit() sure() {
    return ask.form('Sure?', Yes);
  }
  run() {
    return 'done';
  }
}

@Tool({ name: 'hand', description: 'Charges, and then asks.' })
class ByHand {
  constructor(private readonly bank: Bank) {}
  run(_: object, __: object, ctx: CallContext) {
    this.bank.charge('by hand');
    if (ctx.inputResponses?.sure !== undefined) return 'done';
    const requestedSchema = { type: 'object', properties: { yes: { type: 'boolean' } } } as const;
    const params = { mode: 'form', message: 'Sure?', requestedSchema } as const;
    return inputRequired({ inputRequests: { sure: { method: 'elicitation/create', params } } });
  }
}

const ALL = [Good, InQuestion, InCompute, Keyless, InConstructor, ByHand];
const bankServer = (components: readonly ComponentClass[] = ALL) =>
  createServer({
    name: 'bank',
    version: '1.0.0',
    components,
    providers: [{ token: Bank, useClass: Bank }],
    state: { codec: aeadCodec() },
    legacy: legacyShim(),
  });

const CASES = [
  ['asks', 'InQuestion.sure', 'question'],
  ['computes', 'InCompute.charge', 'compute'],
  ['keyless', 'Keyless.charge', 'compute'],
  ['constructs', 'a constructor, a middleware or a schema', 'outside'],
  ['hand', 'ByHand.run', 'run'],
] as const;

const failed = async (misused: Promise<unknown>): Promise<MisuseError> => {
  const error = await misused.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MisuseError);
  return error as MisuseError;
};

everyWay({ describe, it }, ({ play, it }) => {
  const spied = () => play(bankServer()).effects(Bank, 'charge').as('bob');

  it('an effect after the last answer is one of run, and of a compute that no question reads', async () => {
    const asked = await spied().call('good');
    const { ok, rows } = await misuse(asked);
    expect(ok).toBe(true);
    expect(rows.at(-1)).toMatchObject({
      move: 'effects before the last answer',
      stoppedBy: ['none'],
      note: 'of Bank.charge',
    });
    const done = await asked.answer(YES);
    expect(done.effects).toEqual([
      {
        effect: 'Bank.charge',
        by: 'Good.late',
        in: 'compute',
        round: 2,
        early: false,
        allowed: false,
      },
    ]);
    expect(String(done)).toContain('effect Bank.charge in Good.late, a compute, in round 2');
  });

  it('an effect before the last answer fails misuse, which names it, the method and the round', async () => {
    for (const [tool, by, kind] of CASES) {
      const asked = await spied().call(tool);
      expect(asked.effects[0], tool).toMatchObject({ by, in: kind, early: true, allowed: false });
      const error = await failed(misuse(asked));
      expect(error.report.rows.filter(({ ok }) => !ok)).toMatchObject([
        { move: 'effects before the last answer', stoppedBy: ['early'], expected: ['none'] },
      ]);
      expect(error.message).toContain(`early, expected none (Bank.charge in ${by}`);
      expect(String(asked)).toMatch(/effect Bank\.charge in .*: before the last answer/);
    }
  });

  const fake = (component: ComponentClass, options?: EffectOptions) => {
    const charge = effects<Bank['charge']>(() => 1, options);
    const fakes = { charge, balance: () => 0 };
    return {
      charge,
      bob: play(bankServer([component]))
        .override(Bank)
        .useValue(fakes)
        .as('bob'),
    };
  };

  it('and fails once() of the fake that counted it', async () => {
    for (const component of [InQuestion, InCompute, Keyless, ByHand]) {
      const [tool, by] = CASES.find(([, where]) => where.startsWith(component.name)) ?? CASES[0];
      const { charge, bob } = fake(component);
      expect((await bob.call(tool)).effects[0]?.effect).toBe('Bank.charge');
      expect(() => charge.once(), tool).toThrow(`happened in ${by}`);
      expect(() => charge.once()).toThrow(
        /in round 1: before the last answer\. Have effects in run/,
      );
    }
    const { charge, bob } = fake(Good);
    const asked = await bob.call('good');
    charge.never();
    await asked.answer(YES);
    expect(charge.once()).toEqual(['true']);
  });

  it('an effect that may come early does so in a compute, and with its key', async () => {
    const keyed = () => play(bankServer()).effects(Bank, 'charge', { early: 'keyed' }).as('bob');
    const { rows } = await misuse(await keyed().call('computes'));
    expect(rows.at(-1)).toMatchObject({
      stoppedBy: ['none'],
      note: 'but for Bank.charge in InCompute.charge, a compute, in round 1, with its key',
    });
    for (const tool of ['asks', 'keyless', 'constructs', 'hand'])
      await failed(misuse(await keyed().call(tool)));
    const { charge, bob } = fake(InCompute, { early: 'keyed' });
    await bob.call('computes');
    expect(charge.once()).toHaveLength(1);
  });
});

describe('a named effect', () => {
  it('does what it did, on the service itself, in a container too', async () => {
    const own = container.createChildContainer();
    own.register(Bank, { useValue: new Bank() });
    const served = createServer({
      name: 'bank',
      version: '1.0.0',
      components: [Good],
      container: own,
      state: { codec: aeadCodec() },
    });
    const asked = await play(served).effects(Bank, 'charge').call('good');
    expect((await asked.answer(YES)).text).toBe('charge 1');
    expect((await asked.answer(YES)).effects).toHaveLength(1);
    expect(own.resolve(Bank).balance()).toBe(2);
  });

  it('is one that there is', () => {
    const server = bankServer();
    expect(() => play(server).effects(Bank, 'nothing' as never)).toThrow(
      new TypeError('effects(): Bank.nothing is no method'),
    );
    expect(() => play(server).effects(Map, 'get')).toThrow(/provides no Map.*it provides Bank/);
    expect(() => play(server).override(Map).useValue(new Map())).toThrow(TypeError);
    expect(() => effects(undefined, { earlier: true } as never)).toThrow(TypeError);
    expect(() => effects(undefined, { early: true } as never)).toThrow(/'never' or 'keyed'/);
  });

  it('is missed by misuse, which says so', async () => {
    const { skipped } = await misuse(await play(bankServer()).as('bob').call('good'));
    expect(skipped).toContainEqual({
      move: 'effects before the last answer',
      because: expect.stringContaining('no effect is named'),
    });
  });
});
