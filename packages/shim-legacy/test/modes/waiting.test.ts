import { aeadCodec } from '@countersign/codec-aead';
import {
  type Answers,
  again,
  ask,
  type CallContext,
  Compute,
  Elicit,
  type StateOptions,
  Tool,
} from '@countersign/core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeClock } from '../support/fake-clock.js';
import { clientOf, type Mode, servedAs, textOf, wireOf } from '../support/modes.js';
import { soon } from '../support/served.js';

/** Flows whose webhook was called. */
const called = new Set<string>();
/** The flow that is under way, and how often it looked. */
let flow: string | undefined;
let looks = 0;
beforeEach(() => {
  called.clear();
  flow = undefined;
  looks = 0;
});

const EVERY = 5000;

@Tool({ name: 'ship', description: 'Ships once the carrier has called back.' })
class Ship {
  @Elicit() async order(_: object, _answers: object, ctx: CallContext) {
    return ask.url(
      'Order it there.',
      `https://carrier.example/order/${await ctx.flow.ticket('order')}`,
    );
  }
  @Compute() shipped(_: object, { order }: Answers<Ship, 'order'>, ctx: CallContext) {
    flow = ctx.flow.id;
    looks++;
    return order && called.has(ctx.flow.id) ? 'at the door' : again(undefined, { afterMs: EVERY });
  }
  run(_: object, { shipped }: Answers<Ship>) {
    return shipped;
  }
}

/** Lets the time that the server holds an answer pass, and whatever else happens by then; not that of sessions or of people. */
async function passing<T>(
  clock: FakeClock,
  call: Promise<T>,
  meanwhile: () => void = () => undefined,
  most = EVERY,
): Promise<T> {
  let over = false;
  const done = () => {
    over = true;
  };
  call.then(done, done);
  await soon(async () => {
    meanwhile();
    const [next = Number.POSITIVE_INFINITY] = clock.waits;
    if (!over && next <= most) await clock.advance(next);
    meanwhile();
    expect(over).toBe(true);
  });
  return call;
}

/** The carrier calls back so many seconds after the flow first looked. */
const callsBackAfter = (clock: FakeClock, seconds: number) => {
  let began: number | undefined;
  return () => {
    if (flow === undefined) return;
    began ??= clock.now();
    if (clock.now() - began >= seconds * 1000) called.add(flow);
  };
};

const accepting = () => ({ action: 'accept' });
const state = (more: Partial<StateOptions>) => ({
  state: { codec: aeadCodec({ keys: [new Uint8Array(32).fill(1)] }), ...more },
});

describe('a call that waits 30 seconds for a webhook', () => {
  it.each(['2026 HTTP', '2025 sessions'] as const)(
    'is done in fewer than ten requests of the official client, over %s',
    async (mode) => {
      const at = await servedAs(mode, { components: [Ship] });
      const requests: string[] = [];
      const seen: typeof fetch = (to, init) => {
        requests.push(String(init?.method));
        return fetch(to, init);
      };
      const client = await clientOf(mode, at, { elicit: accepting, fetch: seen });
      const answer = await passing(
        at.clock,
        client.callTool({ name: 'ship' }),
        callsBackAfter(at.clock, 30),
      );
      expect(textOf(answer)).toBe('at the door');
      expect(looks).toBe(7); // at 0, 5, … 30 seconds
      expect(requests.length).toBeLessThan(10);
    },
  );

  it.each(['2026 stdio', '2025 stdio'] as const)('is done over %s too', async (mode) => {
    const at = await servedAs(mode, { components: [Ship] });
    const client = await clientOf(mode, at, { elicit: accepting });
    expect(
      textOf(
        await passing(at.clock, client.callTool({ name: 'ship' }), callsBackAfter(at.clock, 30)),
      ),
    ).toBe('at the door');
    expect(looks).toBe(7);
  });

  it.each(['2026 HTTP', '2026 stdio'] as const)(
    'is done in fewer than ten requests of a client that retries at once, over %s',
    async (mode) => {
      const at = await servedAs(mode, { components: [Ship] });
      const { requests, result } = await retrying(mode, at, callsBackAfter(at.clock, 30));
      expect(textOf(result)).toBe('at the door');
      expect(requests).toBeLessThan(10);
    },
  );
});

/** A client that accepts the page, and sends every state back as soon as it has it. */
async function retrying(
  mode: Mode,
  at: Awaited<ReturnType<typeof servedAs>>,
  meanwhile: () => void = () => undefined,
) {
  const wire = await wireOf(mode, at);
  const states: string[] = [];
  for (let id = 1, more = {}; ; id++) {
    const sent = wire
      .call(id, 'ship', {}, more)
      .then((stream) => stream.next((message) => message.id === id));
    const { result, error } = await passing(at.clock, sent, meanwhile);
    if (result?.resultType !== 'input_required')
      return { requests: id, result, error, states, wire };
    states.push(result.requestState);
    const inputResponses = result.inputRequests === undefined ? {} : { order: accepting() };
    more = { requestState: result.requestState, inputResponses };
  }
}

describe('a webhook that never comes', () => {
  const LATE = 'The call was not finished before its deadline; it was waiting for "shipped".';

  it.each(['2026 HTTP', '2026 stdio'] as const)(
    'ends the call when a hold meets the deadline, naming the step, over %s',
    async (mode) => {
      const at = await servedAs(mode, {
        components: [Ship],
        ...state({ flowTtlSeconds: 60, maxRounds: 20 }),
      });
      const { result, requests, states, wire } = await retrying(mode, at);
      expect([result.isError, textOf(result)]).toEqual([true, LATE]);
      expect(requests).toBe(1 + 60_000 / EVERY);
      // From now on a state of the flow is refused like any that is too old.
      const stream = await wire.call(99, 'ship', {}, { requestState: states.at(-1) });
      expect((await stream.next(({ id }) => id === 99)).error).toMatchObject({
        code: -32602,
        data: { reason: 'invalid_request_state' },
      });
      expect(at.events.at(-1)).toMatchObject({ type: 'state.refused', code: 'expired' });
    },
  );

  it.each(['2025 sessions', '2025 stdio'] as const)(
    'ends the call at its deadline, naming the step, over %s',
    async (mode) => {
      const at = await servedAs(mode, {
        components: [Ship],
        shim: { maxRounds: 20 },
        ...state({ flowTtlSeconds: 60, maxRounds: 20 }),
      });
      const client = await clientOf(mode, at, { elicit: accepting });
      const { isError, content } = await passing(at.clock, client.callTool({ name: 'ship' }));
      expect([isError, textOf({ content })]).toEqual([true, LATE]);
    },
  );

  it.each(['2026 HTTP', '2025 sessions'] as const)(
    'ends the call at the most rounds if they are over first, naming the step, over %s',
    async (mode) => {
      const at = await servedAs(mode, {
        components: [Ship],
        shim: { maxRounds: 3 },
        ...state({ flowTtlSeconds: 60, maxRounds: mode === '2026 HTTP' ? 3 : 20 }),
      });
      const client = await clientOf(mode, at, { elicit: accepting });
      const { isError, content } = await passing(at.clock, client.callTool({ name: 'ship' }));
      expect(isError).toBe(true);
      expect(textOf({ content })).toMatch(
        /^The call still required input after .* rounds.*; it was waiting for "shipped"\.$/,
      );
      expect(looks).toBe(4);
    },
  );
});

/** As long as the server holds an answer by default. */
const HOLD = 20_000;

@Tool({ name: 'hook', description: 'Waits for a webhook, and asks nobody.' })
class Hook {
  @Compute() delivered(_: object, _answers: object, ctx: CallContext) {
    flow = ctx.flow.id;
    looks++;
    return called.has(ctx.flow.id) ? 'delivered' : again(undefined, { afterMs: HOLD });
  }
  run(_: object, { delivered }: Answers<Hook>) {
    return delivered;
  }
}

@Tool({ name: 'visit', description: 'Asks for a visit, and waits for a webhook.' })
class Visit {
  @Elicit() page() {
    return ask.url('Go there.', 'https://carrier.example');
  }
  @Compute() delivered(_: object, { page }: Answers<Visit, 'page'>) {
    looks++;
    return page && again(undefined, { afterMs: HOLD });
  }
  run() {
    return 'never';
  }
}

@Tool({ name: 'tour', description: 'Asks for three visits in a row, and waits for a webhook.' })
class Tour {
  @Elicit() first() {
    return ask.url('Go there.', 'https://carrier.example/1');
  }
  @Elicit() second(_: object, { first }: Answers<Tour, 'first'>) {
    return ask.url('Go there.', `https://carrier.example/2?${first}`);
  }
  @Elicit() third(_: object, { second }: Answers<Tour, 'second'>) {
    return ask.url('Go there.', `https://carrier.example/3?${second}`);
  }
  @Compute() delivered(_: object, { third }: Answers<Tour, 'third'>) {
    looks++;
    return third && again(undefined, { afterMs: HOLD });
  }
  run() {
    return 'never';
  }
}

describe.each([
  '2026 HTTP',
  '2026 stdio',
  '2025 sessions',
  '2025 stdio',
  '2025 stateless',
  '2025 JSON only',
] as const)('over %s', (mode) => {
  it('between two looks the answer is held', async () => {
    const at = await servedAs(mode, { components: [Hook] });
    const client = await clientOf(mode, at);
    const began = at.clock.now();
    const answer = client.callTool({ name: 'hook' });
    const webhook = () => {
      if (looks === 2 && flow !== undefined) called.add(flow);
    };
    expect(textOf(await passing(at.clock, answer, webhook, HOLD))).toBe('delivered');
    expect(looks).toBe(3);
    expect(at.clock.now() - began).toBe(2 * HOLD + (mode.startsWith('2025') ? 2 * 250 : 0));
  });
});

/** What docs/waiting.md says of an official client and a server that both have their defaults. */
describe('with all defaults, a webhook is waited for', () => {
  const waited = async (mode: Mode, name: string, timeout = 60_000) => {
    const at = await servedAs(mode, { components: [Hook, Visit, Tour] });
    const client = await clientOf(mode, at, { elicit: accepting });
    const began = at.clock.now();
    const answer = client
      .callTool({ name }, { timeout })
      .catch((error: Error) => ({ content: [{ text: error.message }] }));
    const text = textOf(await passing(at.clock, answer, undefined, HOLD));
    return { text, looks, seconds: Math.floor((at.clock.now() - began) / 1000) };
  };

  it('160 seconds by a 2026 client that is asked nothing, and the server says which step it was', async () => {
    const text = 'The call still required input after 8 rounds; it was waiting for "delivered".';
    expect(await waited('2026 HTTP', 'hook')).toEqual({ text, looks: 9, seconds: 160 });
  });

  it('160 seconds by one that is asked first', async () => {
    const text = 'The call still required input after 9 rounds; it was waiting for "delivered".';
    expect(await waited('2026 HTTP', 'visit')).toEqual({ text, looks: 9, seconds: 160 });
  });

  it('140 seconds by one that is asked in three rounds, whose own limit comes before the server’s', async () => {
    const text = expect.stringContaining('still required input after 10 rounds');
    // The eighth look is the last that counts, after seven holds; an eighth hold follows before the client gives up.
    expect(await waited('2026 HTTP', 'tour')).toEqual({ text, looks: 8, seconds: 160 });
  });

  it('160 seconds by a 2025 client that waits so long', async () => {
    const text = 'The call still required input after 8 rounds; it was waiting for "delivered".';
    // The ninth look is the last, after eight holds and paces.
    expect(await waited('2025 sessions', 'hook')).toEqual({ text, looks: 9, seconds: 162 });
  });
});
