import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Answers,
  ask,
  Compute,
  createServer,
  Elicit,
  form,
  type LegacyBridge,
  memoryLedger,
  Prompt,
  Resource,
  Roots,
  type RoundLimit,
  Sample,
  Tool,
} from '../../../src/index.js';
import { chain, Yes } from '../../support/chain.js';
import { EVERYTHING } from '../../support/releases.js';
import { accept, client, FORMS, testServer, tool } from '../../support/serving.js';

const Input = z.object({ env: z.string() });

@Tool({ name: 'release', description: 'Releases.', input: Input, scopes: ['deploy'], once: true })
class Release {
  @Compute({ readable: true, version: 3, schema: z.number() }) build() {
    return 1;
  }
  @Elicit({ attempts: 2, presupplied: true, timeoutMs: 5000 }) confirm() {
    return ask.form('Release?', Yes);
  }
  @Sample() notes(_: object, { build }: Answers<Release, 'build'>) {
    return ask.sample({
      messages: [{ role: 'user', content: { type: 'text', text: `Notes on ${build}?` } }],
      maxTokens: 10,
    });
  }
  @Roots() folders() {
    return ask.roots();
  }
  run() {
    return 'released';
  }
}

@Tool({ name: 'count', description: 'Counts.' })
class Count {
  @Compute({ readable: true }) count() {
    return 1;
  }
  run() {
    return 'counted';
  }
}

@Tool({ name: 'pay', description: 'Pays once.', once: true })
class Pay {
  run() {
    return 'paid';
  }
}

@Tool({
  name: 'refund',
  description: 'Refunds once.',
  input: z.object({ large: z.boolean() }),
  once: true,
})
class Refund {
  @Elicit({ attempts: 1 }) confirm({ large }: { large: boolean }) {
    return large ? ask.form('Refund?', Yes) : ask.nothing;
  }
  run() {
    return 'refunded';
  }
}

@Tool({ name: 'tally', description: 'Tallies once.', once: true })
class Tally {
  @Compute({ readable: true }) tally() {
    return 1;
  }
  run() {
    return 'tallied';
  }
}

@Prompt({ name: 'plain', description: 'Says something.' })
class Plain {
  run() {
    return 'something';
  }
}

@Resource({ uri: 'notes://{+path}', name: 'note' })
class Note {
  @Elicit() allow() {
    return ask.form('Show it?', form(z.object({ show: z.boolean() })));
  }
  run() {
    return 'a note';
  }
}

/** As modules make them, before anything is served. */
form(
  z.object({
    size: z.number().meta({ title: 'Size' }),
    count: z.int().meta({ title: 'Count' }),
    extras: z.array(z.enum(['a', 'b'])).meta({ title: 'Extras' }),
    plainNote: z.string(),
  }),
);
form(z.object({ kind: z.enum(['a', 'b']).meta({ title: 'The kind' }) }));

const described = (options: Parameters<typeof testServer>[0]) =>
  testServer(options).server.describe();
const one = (options: Parameters<typeof testServer>[0]) => {
  const [first] = described(options).components;
  if (first === undefined) throw new Error('no component');
  return first;
};
const boundBy = (by: RoundLimit['by'], options: Parameters<typeof testServer>[0]) =>
  one(options).bounds.find((bound) => bound.by === by);

/** A bridge that is attached and serves nobody. */
const bridge = (limits?: { maxRounds: number; asksOverHttp: boolean }): LegacyBridge => ({
  attach: () => ({
    ...(limits && { limits }),
    fetch: async () => new Response(),
    run: async () => ({ result: {} }),
    stats: () => ({ sessions: 0, openAsks: 0 }),
    drain: () => undefined,
    close: async () => undefined,
  }),
});

describe('server.describe()', () => {
  it('lists components and their steps with all that is known before a method runs', () => {
    const { components, ...server } = described({
      components: [Release, Note],
      ledger: memoryLedger(),
    });
    expect(server).toMatchObject({ name: 'releases', version: '1.0.0', asks2025: 'no' });
    expect(components[0]).toMatchObject({
      kind: 'tool',
      name: 'release',
      className: 'Release',
      once: true,
      scopes: ['deploy'],
      asks: 'by steps',
      capabilities: ['elicitation.form', 'elicitation.url', 'sampling', 'sampling.tools', 'roots'],
      rounds: { asking: 3, retries: 1, changes: 6, stateOnly: 'unknown' },
    });
    expect(components[0]?.steps).toEqual([
      {
        name: 'build',
        kind: 'compute',
        version: 3,
        readable: true,
        schema: true,
        again: 'unknown',
      },
      {
        name: 'confirm',
        kind: 'elicit',
        asks: ['form', 'url'],
        attempts: 2,
        presupplied: true,
        timeoutMs: 5000,
        optional: 'unknown',
        questions: 'unknown',
      },
      {
        name: 'notes',
        kind: 'sample',
        asks: ['sample'],
        attempts: 1,
        presupplied: false,
        optional: 'unknown',
        questions: 'unknown',
      },
      {
        name: 'folders',
        kind: 'roots',
        asks: ['roots'],
        attempts: 1,
        presupplied: false,
        optional: 'unknown',
        questions: 'unknown',
      },
    ]);
    expect(components[1]).toMatchObject({
      kind: 'resource',
      name: 'note',
      uri: 'notes://{+path}',
      once: false,
      scopes: [],
    });
  });

  it('is frozen plain data, the same each time, and needs nobody to serve', async () => {
    const { server } = testServer({ components: EVERYTHING });
    const description = server.describe();
    expect(server.describe()).toBe(description);
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
    const parts: unknown[] = [description];
    for (const part of parts) {
      if (typeof part !== 'object' || part === null) continue;
      expect(Object.isFrozen(part)).toBe(true);
      parts.push(...Object.values(part));
    }
    expect(parts.length).toBeGreaterThan(100);
    await server.close();
    expect(server.describe()).toBe(description);
  });

  it('does not know whether a class without steps asks, unless nothing could seal its state or it is once', () => {
    expect(one({ components: [Plain] })).toMatchObject({
      asks: 'unknown',
      capabilities: 'unknown',
      rounds: { asking: 'unknown', retries: 'unknown', changes: 'unknown', stateOnly: 'unknown' },
      warnings: [],
    });
    expect(one({ components: [Plain] }).bounds.map(({ worst }) => worst)).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ]);
    const [plain] = createServer({ name: 's', version: '1', components: [Plain] }).describe()
      .components;
    expect(plain).toMatchObject({
      asks: 'never',
      capabilities: [],
      rounds: { asking: 0, retries: 0, changes: 0, stateOnly: 0 },
    });
    expect(one({ components: [Pay], ledger: memoryLedger() })).toMatchObject({
      asks: 'never',
      rounds: { asking: 0, stateOnly: 1 },
    });
  });

  it('does not know how often a compute says again', () => {
    expect(one({ components: [Count] })).toMatchObject({
      asks: 'never',
      rounds: { asking: 0, retries: 0, stateOnly: 'unknown' },
    });
  });

  it('holds rounds against the limits of the server, the official client and the bridge', () => {
    const limits = (options: Parameters<typeof testServer>[0]) =>
      described({ components: [Count], ...options }).limits.map(({ by, eras, counts, most }) => [
        by,
        eras.join(),
        counts,
        most,
      ]);
    const usual = [
      ['flow', '2026,2025', 'all', 32],
      ['official client', '2026', 'all', 10],
    ];
    expect(limits({})).toEqual([['state.maxRounds', '2026,2025', 'unsettled', 8], ...usual]);
    expect(
      limits({
        legacy: bridge({ maxRounds: 6, asksOverHttp: false }),
        state: { maxRounds: 4 } as never,
      }),
    ).toEqual([
      ['state.maxRounds', '2026,2025', 'unsettled', 4],
      ...usual,
      ['legacyShim', '2025', 'unsettled', 6],
    ]);
    const asks = (legacy: LegacyBridge) => described({ components: [Count], legacy }).asks2025;
    expect(asks(bridge({ maxRounds: 6, asksOverHttp: true }))).toBe('everywhere');
    expect(asks(bridge({ maxRounds: 6, asksOverHttp: false }))).toBe('stdio');
    expect(asks(bridge())).toBe('unknown');
  });
});

/** Answers every question of a chain, after so many misfits each, until the call ends; counts the results on the way. */
async function walk(options: Parameters<typeof testServer>[0], misfits: number) {
  const { server } = testServer(options);
  const had = new Map<string, number>();
  let [results, more]: [number, Record<string, unknown>] = [0, {}];
  for (;;) {
    const { body } = await tool(server, 'chain', {}, more);
    if (body.result?.resultType !== 'input_required')
      return { results, isError: body.result?.isError === true };
    results++;
    const inputResponses = Object.fromEntries(
      Object.keys(body.result.inputRequests).map((key) => {
        had.set(key, (had.get(key) ?? -1) + 1);
        return [key, accept((had.get(key) ?? 0) < misfits ? { yes: 'perhaps' } : { yes: true })];
      }),
    );
    more = { inputResponses, requestState: body.result.requestState };
  }
}

describe('an upper bound on rounds', () => {
  it('is what a chain of questions takes that are answered, and what one takes that are answered wrong as often as may be', async () => {
    const components = [chain(3, 2)];
    expect(boundBy('flow', { components })).toMatchObject({ answered: 3, worst: 6, left: 26 });
    expect(await walk({ components }, 0)).toEqual({ results: 3, isError: false });
    expect(await walk({ components }, 1)).toEqual({ results: 6, isError: false });
    expect((await walk({ components }, 2)).isError).toBe(true);
  });

  it('counts for state.maxRounds the first result and those of misfits: so many are enough, and one fewer is not', async () => {
    const components = [chain(3, 2)];
    const allowing = (maxRounds: number) => ({ components, state: { maxRounds } as never });
    expect(boundBy('state.maxRounds', allowing(4))).toMatchObject({
      answered: 1,
      worst: 4,
      left: 0,
    });
    expect(one(allowing(4)).warnings).toEqual([]);
    expect(await walk(allowing(4), 1)).toEqual({ results: 6, isError: false });
    expect(one(allowing(3)).warnings).toEqual([
      expect.stringMatching(/attempts.* 4 rounds.*state\.maxRounds allows 3/),
    ]);
    expect(await walk(allowing(3), 1)).toMatchObject({ isError: true });
    expect(await walk(allowing(3), 0)).toEqual({ results: 3, isError: false });
  });

  it('warns of more questions in a chain than the official client follows, which it then does not', async () => {
    for (const [length, followed] of [
      [10, true],
      [11, false],
    ] as const) {
      const { server } = testServer({ components: [chain(length, 1)] });
      const { warnings } = server.describe().components[0] ?? {};
      expect(warnings).toEqual(
        followed ? [] : [expect.stringMatching(/11 rounds.*official client of 2026 follows 10/)],
      );
      const { url } = await server.listen();
      const official = await client(url, '2026', { capabilities: FORMS });
      official.setRequestHandler('elicitation/create', async () => ({
        action: 'accept',
        content: { yes: true },
      }));
      const ended = await official.callTool({ name: 'chain', arguments: {} }).then(
        () => 'completed',
        () => 'given up',
      );
      expect(ended).toBe(followed ? 'completed' : 'given up');
      await official.close();
      await server.close();
    }
  });

  it('warns of more questions in a chain than any flow may have, which then ends in an error', async () => {
    expect(one({ components: [chain(33, 1)] }).warnings).toContainEqual(
      expect.stringMatching(/33 rounds.*one flow may have 32/),
    );
    expect(await walk({ components: [chain(32, 1)] }, 0)).toEqual({ results: 32, isError: false });
    expect(await walk({ components: [chain(33, 1)] }, 0)).toEqual({ results: 32, isError: true });
  });

  it('counts the round in which a once tool that asks nothing hands its flow over', async () => {
    const { server } = testServer({ components: [Pay], ledger: memoryLedger() });
    expect(boundBy('flow', { components: [Pay], ledger: memoryLedger() })).toMatchObject({
      answered: 1,
      worst: 1,
    });
    const { body } = await tool(server, 'pay', {});
    expect(body.result).toMatchObject({ resultType: 'input_required' });
    const done = await tool(server, 'pay', {}, { requestState: body.result.requestState });
    expect(done.body.result.content).toEqual([{ type: 'text', text: 'paid' }]);
  });

  it('counts that round for a once tool whose question may not be put, in place of the question', async () => {
    const options = () => ({ components: [Refund], ledger: memoryLedger() });
    expect(one(options())).toMatchObject({ asks: 'by steps', rounds: { asking: 1, stateOnly: 1 } });
    expect(boundBy('flow', options())).toMatchObject({ answered: 1, worst: 1 });
    const { server } = testServer(options());
    for (const large of [true, false]) {
      const first = await tool(server, 'refund', { large });
      expect(first.body.result.resultType).toBe('input_required');
      const keys = Object.keys(first.body.result.inputRequests ?? {});
      expect(keys).toHaveLength(large ? 1 : 0);
      const inputResponses = Object.fromEntries(keys.map((key) => [key, accept({ yes: true })]));
      const last = await tool(
        server,
        'refund',
        { large },
        { requestState: first.body.result.requestState, inputResponses },
      );
      expect(last.body.result.content).toEqual([{ type: 'text', text: 'refunded' }]);
    }
  });

  it('counts that round for a once tool that only computes, however often that says again', async () => {
    const options = () => ({ components: [Tally], ledger: memoryLedger() });
    expect(one(options()).rounds).toMatchObject({ asking: 0, stateOnly: 'unknown' });
    expect(boundBy('flow', options())).toMatchObject({ answered: 1, worst: 1 });
    const { server } = testServer(options());
    const first = await tool(server, 'tally', {});
    expect(first.body.result.resultType).toBe('input_required');
    const last = await tool(server, 'tally', {}, { requestState: first.body.result.requestState });
    expect(last.body.result.content).toEqual([{ type: 'text', text: 'tallied' }]);
  });
});

describe('the forms that server.describe() tells of', () => {
  const formWith = (field: string) =>
    described({ components: [Note] }).forms.find(({ fields }) => fields.includes(field));

  it('are warned of where some hosts show no field, or no title', () => {
    expect(formWith('plainNote')).toEqual({
      fields: ['size', 'count', 'extras', 'plainNote'],
      warnings: [
        expect.stringMatching(/number or a choice of several.*: "size", "count", "extras"$/),
        expect.stringMatching(/without a title.*: "plainNote"$/),
      ],
    });
    expect(formWith('kind')?.warnings).toEqual([]);
  });

  it('are no more than 256, however many a step makes', () => {
    for (let at = 0; at < 300; at++) form(z.object({ [`made${at}`]: z.string() }));
    expect(described({ components: [Note] }).forms.length).toBe(256);
  });
});

describe('a step that asks some at a time', () => {
  it('takes more rounds than any figure tells, and the description says so', () => {
    expect(one({ components: [Note] }).rounds.batches).toBe('unknown');
    expect(one({ components: [Count] }).rounds.batches).toBe(0);
  });
});
