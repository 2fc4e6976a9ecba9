import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, Elicit, type Logger, Tool, ToolError } from '../../../src/index.js';
import { asked, textOf } from '../../support/payments.js';
import { accept, tool } from '../../support/serving.js';
import { replicas } from './support.js';

const refusing = new Proxy(
  {},
  {
    get: () => {
      throw new Error('SECRET: no look at this');
    },
  },
);
/** Whatever is asked of it, it throws. */
const closed = (target: object) => new Proxy(target, refusing);
const throwing = (error: Error, ...names: string[]) => {
  for (const name of names)
    Object.defineProperty(error, name, {
      get: () => {
        throw new Error('SECRET: no look at this either');
      },
    });
  return error;
};
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const GENERIC = 'The call failed because of an error on the server.';
const THROWN: readonly (readonly [string, () => unknown])[] = [
  ['a proxy that answers nothing', () => closed({})],
  ['a proxy of an error', () => closed(new Error('x'))],
  ['a revoked proxy', revoked],
  ['an error whose name and message throw', () => throwing(new Error('x'), 'name', 'message')],
  ['an error whose stack throws', () => throwing(new TypeError('x'), 'stack', 'message')],
  ['a ToolError whose message throws', () => throwing(new ToolError('x'), 'message')],
  ['nothing', () => undefined],
  ['an object without a prototype', () => Object.create(null)],
];

describe('what a tool of single use throws and nobody can look at (C32)', () => {
  it.each(THROWN)('is kept as a failure, and repeats get it: %s', async (_, make) => {
    // A logger that looks, as any does that writes down what was thrown.
    const seen: string[] = [];
    const look = (fields: object, message: string) =>
      void seen.push(`${message}: ${String((fields as { err?: unknown }).err)}`);
    const logger: Logger = { debug: look, info: look, warn: look, error: look };
    const { servers, world, told } = replicas({ logger });
    const final = await asked(servers[0]);
    world.run = () => {
      throw make();
    };
    for (const at of [0, 1, 0] as const) {
      const { result } = (await tool(servers[at], 'pay', { amount: 5 }, { ...final })).body;
      expect(result).toMatchObject({ isError: true, content: [{ text: GENERIC }] });
    }
    expect(world.paid).toHaveLength(1);
    expect(told().sort()).toEqual(['ledger.claimed', 'ledger.repeated', 'ledger.repeated']);
    expect(seen.filter((line) => line.includes('threw in run'))).toHaveLength(1);
    expect(seen.join()).not.toContain('SECRET');
  });

  it('is kept as well when it is what run returned', async () => {
    for (const make of [() => closed({ a: 1 }), revoked, () => ({ content: closed([]) })]) {
      const { servers, world, told } = replicas();
      const final = await asked(servers[0]);
      world.run = () => ({ result: make() });
      for (const at of [0, 1] as const) {
        const { result } = (await tool(servers[at], 'pay', { amount: 5 }, { ...final })).body;
        expect(result).toMatchObject({ isError: true, content: [{ text: GENERIC }] });
      }
      expect([world.paid.length, ...told().sort()]).toEqual([
        1,
        'ledger.claimed',
        'ledger.repeated',
      ]);
    }
  });
});

const slots = { taken: new Set<string>(), looks: 0 };
const Slot = z.object({
  slot: z.string().refine(async (slot) => {
    slots.looks++;
    return !slots.taken.has(slot);
  }, 'is taken'),
});

@Tool({ name: 'reserve', description: 'Reserves a free slot.', input: Slot, once: true })
class Reserve {
  @Elicit() sure({ slot }: { slot: string }) {
    return ask.confirm(`Take ${slot}?`);
  }
  run({ slot }: { slot: string }) {
    slots.taken.add(slot);
    return `took ${slot}`;
  }
}

describe('a repeat of a call whose input looks at the world (C55)', () => {
  const YES = { sure: accept({ confirm: 'yes' }) };
  const taking = async (slot: string) => {
    slots.looks = 0;
    const { servers } = replicas({ components: [Reserve] });
    const send = (at: 0 | 1, more: object) => tool(servers[at], 'reserve', { slot }, { ...more });
    const { requestState } = (await send(0, {})).body.result;
    return { send, final: { requestState, inputResponses: YES } };
  };

  it('gets its result, although what it did is what the check refuses now', async () => {
    const { send, final } = await taking('9:00');
    for (const at of [0, 1, 0] as const)
      expect(textOf((await send(at, final)).body)).toBe('took 9:00');
    const { looks } = slots;
    expect(textOf((await send(1, final)).body)).toBe('took 9:00');
    expect(slots.looks).toBe(looks);
    expect((await send(1, {})).body.result).toMatchObject({ isError: true });
  });

  it('is refused by the check where nothing has run', async () => {
    const { send, final } = await taking('10:00');
    slots.taken.add('10:00');
    expect(JSON.stringify((await send(1, final)).body)).toContain('is taken');
    slots.taken.delete('10:00');
    expect(textOf((await send(0, final)).body)).toBe('took 10:00');
  });
});
