import {
  type CallContext,
  type CallOutcome,
  Complete,
  type ComponentCall,
  Prompt,
  Resource,
  Tool,
} from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WITH_EXTRAS } from '../support/extras.js';
import { clientOf, failureOf, type Mode, servedAs, textOf, wireOf } from '../support/modes.js';
import { accept } from '../support/raw-session.js';
import type { Served } from '../support/served.js';

const ICONS = [{ src: 'https://example.com/i.png', mimeType: 'image/png', sizes: ['48x48'] }];
const SHOWN = { title: 'A title', icons: ICONS, _meta: { 'example.com/kind': 'shown' } };

@Tool({
  name: 'routed',
  description: 'Is routed by region.',
  ...SHOWN,
  input: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
  annotations: { readOnlyHint: true },
})
class Routed {
  run({ region }: { region: string }) {
    return `in ${region}`;
  }
}

@Prompt({ name: 'trip', description: 'A trip.', ...SHOWN, input: z.object({ city: z.string() }) })
class Trip {
  @Complete('city') protected cities(value: string) {
    if (value === '!') throw new Error('SECRET');
    return ['Graz', 'Wien'].filter((city) => city.startsWith(value));
  }
  run({ city }: { city: string }) {
    return `To ${city}.`;
  }
}

@Resource({ uri: 'log://{day}', name: 'log', ...SHOWN, annotations: { priority: 1 } })
class Log {
  @Complete('day') protected days() {
    return Array.from({ length: 101 }, (_, day) => String(day));
  }
  run({ day }: { day: string }) {
    return day;
  }
}

@Tool({ name: 'levels', description: 'Logs at every level.' })
class Levels {
  run(_: object, _answers: object, { log }: CallContext) {
    for (const level of [
      'debug',
      'info',
      'notice',
      'warning',
      'error',
      'critical',
      'alert',
      'emergency',
    ] as const)
      log[level](level);
    return 'logged';
  }
}

const components = [...WITH_EXTRAS, Routed, Trip, Log, Levels];

/** A server whose middleware remembers what it saw. */
async function watched(mode: Mode) {
  const calls: ComponentCall[] = [];
  const outcomes: CallOutcome[] = [];
  const watch = async (call: ComponentCall, next: () => Promise<CallOutcome>) => {
    calls.push(call);
    const outcome = await next();
    outcomes.push(outcome);
    return outcome;
  };
  const at = await servedAs(mode, { components, use: [watch], shim: { pacing: 0 } });
  return { ...at, calls, kinds: () => outcomes.map(({ kind }) => kind) };
}

describe.each([
  '2026 HTTP',
  '2026 stdio',
  '2025 sessions',
  '2025 stdio',
  '2025 stateless',
  '2025 JSON only',
  'no shim, HTTP',
  'no shim, stdio',
] as const)('over %s', (mode) => {
  it('arguments of prompts and templates are completed', async () => {
    const at = await servedAs(mode, { components });
    const client = await clientOf(mode, at);
    expect(client.getServerCapabilities()).toMatchObject({ completions: {} });
    const ref = { type: 'ref/prompt', name: 'trip' } as const;
    const complete = async (value: string) =>
      (await client.complete({ ref, argument: { name: 'city', value } })).completion;
    expect(await complete('W')).toEqual({ values: ['Wien'], total: 1, hasMore: false });
    const days = await client.complete({
      ref: { type: 'ref/resource', uri: 'log://{day}' },
      argument: { name: 'day', value: '' },
    });
    expect(days.completion.values).toHaveLength(100);
    expect(days.completion).toMatchObject({ total: 101, hasMore: true });
    const failed = await failureOf(complete('!'));
    expect(failed.code).toBe(-32603);
    expect(String(failed)).not.toContain('SECRET');
    const era = mode.startsWith('2026') ? '2026' : '2025';
    expect(at.events.filter(({ type }) => type === 'completion.answered')).toMatchObject([
      { component: 'trip', era, argument: 'city', values: 1 },
      { component: 'log', era, argument: 'day', values: 100 },
    ]);
  });

  it('titles, icons, annotations and _meta are listed as they were written', async () => {
    const client = await clientOf(
      mode,
      await servedAs(mode, {
        components,
        title: 'Test',
        websiteUrl: 'https://example.com/',
        icons: ICONS,
      }),
    );
    const named = <T extends { name: string }>(list: readonly T[], name: string) =>
      list.find((entry) => entry.name === name);
    expect(named((await client.listTools()).tools, 'routed')).toMatchObject({
      ...SHOWN,
      annotations: { readOnlyHint: true },
    });
    expect(named((await client.listPrompts()).prompts, 'trip')).toMatchObject(SHOWN);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(named(resourceTemplates, 'log')).toMatchObject({
      ...SHOWN,
      annotations: { priority: 1 },
    });
    expect(client.getServerVersion()).toMatchObject({
      title: 'Test',
      websiteUrl: 'https://example.com/',
      icons: ICONS,
    });
  });

  it('middleware stands around a call', async () => {
    const at = await watched(mode);
    const client = await clientOf(mode, at);
    expect(textOf(await client.callTool({ name: 'report' }))).toBe('reported');
    expect(at.calls).toMatchObject([
      { kind: 'tool', name: 'report', round: 1, era: mode.startsWith('2026') ? '2026' : '2025' },
    ]);
    expect(at.kinds()).toEqual(['completed']);
  });
});

/** A call that asks, driven to its end by the official client. */
async function deployed(mode: Mode, at: Served) {
  const client = await clientOf(mode, at, { elicit: () => accept({ confirm: true }) });
  return textOf(await client.callTool({ name: 'deploy', arguments: { env: 'prod' } }));
}

describe.each(['2026 HTTP', '2026 stdio', '2025 sessions', '2025 stdio'] as const)(
  'over %s',
  (mode) => {
    it('middleware stands around every round of a call that asks, and the question passes whole', async () => {
      const at = await watched(mode);
      expect(await deployed(mode, at)).toBe('Deployed to prod.');
      expect(at.calls.map(({ name, round }) => `${name} ${round}`)).toEqual([
        'deploy 1',
        'deploy 2',
      ]);
      expect(at.kinds()).toEqual(['asking', 'completed']);
    });

    it('middleware that makes something else of a question fails the call, and nothing runs', async () => {
      let on = false;
      const use = [
        async (_: ComponentCall, next: () => Promise<CallOutcome>): Promise<CallOutcome> => {
          const outcome = await next();
          return on
            ? {
                kind: 'completed',
                result: { content: [{ type: 'text', text: JSON.stringify(outcome) }] },
              }
            : outcome;
        },
      ];
      const at = await servedAs(mode, { components, use });
      expect(await deployed(mode, at)).toBe('Deployed to prod.');
      on = true;
      expect(await deployed(mode, at)).toBe('The call failed because of an error on the server.');
      expect(at.world.deployed).toEqual(['prod']);
      expect(at.events.filter(({ type }) => type === 'middleware.ended')).toMatchObject([
        { because: 'misused', entered: true },
      ]);
    });
  },
);

describe.each(['2025 stateless', '2025 JSON only'] as const)('over %s', (mode) => {
  it('middleware stands around every state-only round of the one request', async () => {
    const at = await watched(mode);
    const client = await clientOf(mode, at);
    await client.callTool({ name: 'poll', arguments: { rounds: 2 } });
    expect(at.calls.map(({ round }) => round)).toEqual([1, 2, 3]);
    expect(at.kinds()).toEqual(['again', 'again', 'completed']);
  });
});

describe.each(['2026 HTTP'] as const)('over %s', (mode) => {
  it('arguments that say x-mcp-header are held against their headers, which the official client sends', async () => {
    const at = await servedAs(mode, { components });
    const client = await clientOf(mode, at);
    await client.listTools();
    expect(textOf(await client.callTool({ name: 'routed', arguments: { region: 'eu' } }))).toBe(
      'in eu',
    );
    const wire = await wireOf(mode, at);
    const refused = await wire.call(1, 'routed', { region: 'eu' });
    expect(refused.status).toBe(400);
  });
});

describe.each([
  '2026 stdio',
  '2025 sessions',
  '2025 stdio',
  '2025 stateless',
  '2025 JSON only',
  'no shim, HTTP',
  'no shim, stdio',
] as const)('over %s', (mode) => {
  it('arguments that say x-mcp-header are arguments like others', async () => {
    const at = await servedAs(mode, { components });
    const wire = await wireOf(mode, at);
    const answer = await (await wire.call(1, 'routed', { region: 'eu' })).next(
      ({ id }) => id === 1,
    );
    expect(textOf(answer.result)).toBe('in eu');
  });
});

describe.each(['2025 sessions', '2025 stdio', 'no shim, stdio'] as const)('over %s', (mode) => {
  it('each of the eight levels lets through what is at least as urgent, and another is refused', async () => {
    const client = await clientOf(mode, await servedAs(mode, { components }));
    const logs: unknown[] = [];
    client.setNotificationHandler(
      'notifications/message',
      ({ params }) => void logs.push(params.data),
    );
    const levels = [
      'debug',
      'info',
      'notice',
      'warning',
      'error',
      'critical',
      'alert',
      'emergency',
    ] as const;
    for (const [at, level] of levels.entries()) {
      await client.setLoggingLevel(level);
      logs.length = 0;
      await client.callTool({ name: 'levels' });
      expect(logs).toEqual(levels.slice(at));
    }
    expect(await failureOf(client.setLoggingLevel('loud' as never))).toMatchObject({
      code: -32602,
    });
  });
});
