import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  CallContext,
  Complete,
  type CompletionContext,
  createServer,
  Elicit,
  Prompt,
  principalClaims,
  Resource,
  type ServerEvent,
  type ServerOptions,
  Tool,
  ToolError,
} from '../../../src/index.js';
import { call, client, linesLogger } from '../../support/serving.js';

const open: { close(options: { graceMs: number }): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close({ graceMs: 0 }))));

class Atlas {
  readonly cities: Readonly<Record<string, readonly string[]>> = {
    at: ['Graz', 'Wien'],
    de: ['Bonn', 'Berlin'],
  };
}

@Prompt({
  name: 'trip',
  input: z.object({
    country: z.string(),
    city: z.string().optional(),
    days: z.string().optional(),
  }),
})
class Trip {
  constructor(
    private readonly atlas: Atlas,
    private readonly ctx: CallContext,
  ) {}
  @Complete('country')
  protected countries(value: string) {
    return Object.keys(this.atlas.cities).filter((code) => code.startsWith(value));
  }
  @Complete('city')
  protected async places(value: string, given: { country?: string }, ctx: CompletionContext) {
    if (value === '!') throw new Error('SECRET atlas');
    if (value === '?') throw new ToolError('The atlas is closed.');
    if (value === '#') return [1] as never;
    if (value === 'who')
      return [ctx.principal.subject, this.ctx.principal.subject, ctx.era, ...Object.keys(given)];
    return (this.atlas.cities[given.country ?? ''] ?? []).filter((city) => city.startsWith(value));
  }
  run({ country }: { country: string }) {
    return `A trip to ${country}.`;
  }
}

@Resource({ uri: 'log://{day}/{line}', name: 'log', scopes: ['logs'] })
class Log {
  @Complete('day')
  protected days(value: string) {
    if (value === 'some') return { values: ['1', '2'], total: 7 };
    if (value === 'more') return { values: ['1', '2'], hasMore: true };
    return Array.from({ length: 365 }, (_, day) => String(day));
  }
  run({ day, line }: { day: string; line: string }) {
    return `${day} ${line}`;
  }
}

@Resource({ uri: 'log://today', name: 'today' })
class Today {
  run() {
    return 'today';
  }
}

@Prompt({
  name: 'secret',
  input: z.object({ word: z.string() }),
  visible: ({ principal }) => principal.subject === 'reader',
})
class Secret {
  @Complete('word')
  protected words(value: string) {
    return ['xyzzy', 'plugh'].filter((word) => word.startsWith(value));
  }
  run({ word }: { word: string }) {
    return word;
  }
}

const verifier = {
  verifyAccessToken: async (token: string) => ({
    token,
    clientId: 'app',
    scopes: token === 'reader' ? ['logs'] : [],
    expiresAt: 4_000_000_000,
    ...(token !== 'nobody' && {
      extra: principalClaims({ iss: 'https://issuer.example', sub: token }),
    }),
  }),
};

async function served(options: Partial<ServerOptions> = {}) {
  const events: ServerEvent[] = [];
  const { lines, logger } = linesLogger();
  const server = createServer({
    name: 'atlas',
    version: '1',
    components: [Trip, Log, Today, Secret],
    providers: [{ token: Atlas, useClass: Atlas }],
    auth: { verifier },
    logger,
    onEvent: (event) => events.push(event),
    ...options,
  });
  open.push(server);
  const { url } = await server.listen();
  return { server, url, events, lines };
}

const TRIP = { type: 'ref/prompt', name: 'trip' } as const;
const SECRET = { type: 'ref/prompt', name: 'secret' } as const;
const LOG = { type: 'ref/resource', uri: 'log://{day}/{line}' } as const;

describe.each(['2026', '2025'] as const)('completion/complete, for a %s client', (era) => {
  async function connected(token = 'reader') {
    const at = await served();
    const official = await client(at.url, era, { token });
    open.push({ close: () => official.close() });
    const complete = async (
      ref: typeof TRIP | typeof SECRET | typeof LOG,
      name: string,
      value: string,
      given?: Record<string, string>,
    ) =>
      (
        await official.complete({
          ref,
          argument: { name, value },
          ...(given && { context: { arguments: given } }),
        })
      ).completion;
    return { ...at, official, complete };
  }

  it('is answered by a method of the component, made with what its constructor asks for', async () => {
    const { official, complete, events } = await connected();
    expect(official.getServerCapabilities()).toMatchObject({ completions: {} });
    expect(await complete(TRIP, 'country', 'd')).toEqual({
      values: ['de'],
      total: 1,
      hasMore: false,
    });
    expect(await complete(TRIP, 'city', 'B', { country: 'de' })).toEqual({
      values: ['Bonn', 'Berlin'],
      total: 2,
      hasMore: false,
    });
    expect(events).toMatchObject([
      { type: 'completion.answered', component: 'trip', era, argument: 'country', values: 1 },
      { type: 'completion.answered', component: 'trip', era, argument: 'city', values: 2 },
    ]);
    expect(JSON.stringify(events)).not.toContain('Bonn');
  });

  it('tells the method who asks, and of the other arguments only those that there are', async () => {
    const { complete } = await connected();
    const { values } = await complete(TRIP, 'city', 'who', {
      country: 'at',
      nonsense: 'x',
      ['__proto__']: 'y',
      city: 'z',
    });
    expect(values).toEqual(['reader', 'reader', era, 'country', 'city']);
  });

  it('sends at most 100 values, and says how many there are', async () => {
    const { complete } = await connected();
    const all = await complete(LOG, 'day', '');
    expect(all.values).toHaveLength(100);
    expect(all).toMatchObject({ total: 365, hasMore: true });
    expect(await complete(LOG, 'day', 'some')).toEqual({
      values: ['1', '2'],
      total: 7,
      hasMore: true,
    });
    expect(await complete(LOG, 'day', 'more')).toEqual({ values: ['1', '2'], hasMore: true });
  });

  it('suggests nothing for an argument that nobody completes', async () => {
    const { complete } = await connected();
    expect(await complete(TRIP, 'days', '3')).toEqual({ values: [], total: 0, hasMore: false });
    expect(await complete(LOG, 'line', '3')).toEqual({ values: [], total: 0, hasMore: false });
  });

  it('knows no component that is disabled, or that its caller cannot see', async () => {
    const { complete, server } = await connected();
    expect((await complete(TRIP, 'country', 'a')).values).toEqual(['at']);
    expect((await complete(SECRET, 'word', 'x')).values).toEqual(['xyzzy']);
    server.components.disable(Trip);
    await expect(complete(TRIP, 'country', 'a')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown prompt'),
    });
    server.components.enable(Trip);
    expect((await complete(TRIP, 'country', 'a')).values).toEqual(['at']);
    const stranger = await connected('stranger');
    await expect(stranger.complete(SECRET, 'word', 'x')).rejects.toMatchObject({ code: -32602 });
  });

  it('refuses prompts, templates and arguments that there are not', async () => {
    const { complete, official } = await connected();
    expect((await complete(TRIP, 'country', 'a')).values).toEqual(['at']);
    const unknown = expect.objectContaining({ code: -32602 });
    await expect(
      complete({ type: 'ref/prompt', name: 'toString' as 'trip' }, 'country', 'a'),
    ).rejects.toEqual(unknown);
    await expect(
      complete({ type: 'ref/resource', uri: 'log://{x}' as typeof LOG.uri }, 'day', 'a'),
    ).rejects.toEqual(unknown);
    await expect(
      complete({ type: 'ref/resource', uri: 'log://today' as typeof LOG.uri }, 'day', 'a'),
    ).rejects.toEqual(unknown);
    await expect(complete(TRIP, 'constructor', 'a')).rejects.toEqual(unknown);
    await expect(
      official.complete({ ref: TRIP, argument: { name: 'country', value: 1 as never } }),
    ).rejects.toEqual(unknown);
    await expect(
      official.complete({
        ref: TRIP,
        argument: { name: 'country', value: 'a' },
        context: { arguments: { country: 1 as never } },
      }),
    ).rejects.toEqual(unknown);
    await expect(
      official.complete({
        ref: { type: 'ref/other' } as never,
        argument: { name: 'a', value: 'a' },
      }),
    ).rejects.toEqual(unknown);
  });

  it('asks for the scopes of the component, and for a caller who can be named', async () => {
    const { complete } = await connected('stranger');
    await expect(complete(LOG, 'day', '')).rejects.toThrow();
    expect((await complete(TRIP, 'country', 'a')).values).toEqual(['at']);
    const nobody = await connected('nobody');
    await expect(nobody.complete(TRIP, 'country', 'a')).rejects.toMatchObject({ code: -32603 });
  });

  it('answers a throw by a generic error, which only the logger hears more of; a ToolError by its message', async () => {
    const { complete, lines, events } = await connected();
    expect((await complete(TRIP, 'city', 'W', { country: 'at' })).values).toEqual(['Wien']);
    const failed = await complete(TRIP, 'city', '!').then(String, (error: Error) => error);
    expect(failed).toMatchObject({ code: -32603 });
    expect(String(failed)).not.toContain('SECRET');
    expect(lines.text()).toContain('SECRET atlas');
    expect(events.at(-1)).toMatchObject({ type: 'error', where: 'completion', component: 'trip' });
    await expect(complete(TRIP, 'city', '#')).rejects.toMatchObject({ code: -32603 });
    expect(lines.text()).toContain('Trip.places: must return a list of strings');
    await expect(complete(TRIP, 'city', '?')).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining('The atlas is closed.'),
    });
  });

  it('is not declared, and not answered, where nothing completes anything', async () => {
    const { url } = await served({ components: [Today], auth: { verifier } });
    const official = await client(url, era, { token: 'reader' });
    expect(official.getServerCapabilities()).not.toHaveProperty('completions');
    await expect(
      official.complete({ ref: TRIP, argument: { name: 'country', value: '' } }),
    ).rejects.toThrow();
    await official.close();
  });
});

it('completions work on stdio, where scopes are nobody’s to grant', async () => {
  const { server } = await served();
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const ended = server.stdio({ stdin, stdout, exit: false });
  const answer = new Promise<{ result: unknown }>((resolve) =>
    stdout.once('data', (line) => resolve(JSON.parse(String(line)))),
  );
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { _meta, ref: LOG, argument: { name: 'day', value: 'some' } };
  stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'completion/complete', params })}\n`,
  );
  expect((await answer).result).toMatchObject({
    completion: { values: ['1', '2'], total: 7, hasMore: true },
  });
  stdin.end();
  await ended;
});

it('a malformed completion request is an invalid one, in our own words', async () => {
  const { url } = await served({
    auth: { verifier: { verifyAccessToken: verifier.verifyAccessToken } },
  });
  const headers = { authorization: 'Bearer reader' };
  const { body } = await call(url, {
    method: 'completion/complete',
    params: { ref: TRIP },
    headers,
  });
  expect(body.error).toEqual({
    code: -32602,
    message: 'argument must be an object of a name and a value, both strings',
  });
});

describe('@Complete is checked at start', () => {
  const start = (component: new () => object) => () =>
    createServer({ name: 'x', version: '1', components: [component] });
  const input = z.object({ city: z.string() });

  it('for an argument that does not exist', () => {
    @Prompt({ name: 'p', input })
    class Good {
      @Complete('city') protected cities() {
        return ['Wien'];
      }
      run() {
        return '';
      }
    }
    @Prompt({ name: 'p', input })
    class Misspelt {
      @Complete('citty') protected cities() {
        return ['Wien'];
      }
      run() {
        return '';
      }
    }
    @Resource({ uri: 'a://fixed', name: 'r' })
    class Fixed {
      @Complete('city') protected cities() {
        return ['Wien'];
      }
      run() {
        return '';
      }
    }
    expect(start(Good)).not.toThrow();
    expect(start(Misspelt)).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: expect.stringContaining('it has city'),
      }),
    );
    expect(start(Fixed)).toThrow(expect.objectContaining({ code: 'invalid_option' }));
  });

  it('for a tool, a step, a second method, a field and a name that is missing', () => {
    @Tool({ name: 't', description: 'T.' })
    class OnTool {
      @Complete('city') protected cities() {
        return ['Wien'];
      }
      run() {
        return '';
      }
    }
    @Prompt({ name: 'p', input })
    class OnStep {
      @Complete('city') @Elicit() cities() {
        return undefined as never;
      }
      run() {
        return '';
      }
    }
    @Prompt({ name: 'p', input })
    class Twice {
      @Complete('city') protected a() {
        return [];
      }
      @Complete('city') protected b() {
        return [];
      }
      run() {
        return '';
      }
    }
    @Prompt({ name: 'p', input })
    class OnStatic {
      @Complete('city') protected static cities() {
        return [];
      }
      run() {
        return '';
      }
    }
    @Prompt({ name: 'p', input })
    class Bare {
      @(Complete as unknown as MethodDecorator) protected cities() {
        return [];
      }
      run() {
        return '';
      }
    }
    expect(start(OnTool)).toThrow(expect.objectContaining({ code: 'invalid_component' }));
    expect(start(OnStep)).toThrow(expect.objectContaining({ code: 'invalid_component' }));
    expect(start(Twice)).toThrow(
      expect.objectContaining({ code: 'duplicate', message: expect.stringContaining('Twice.b') }),
    );
    expect(start(OnStatic)).toThrow(expect.objectContaining({ code: 'invalid_component' }));
    expect(start(Bare)).toThrow(expect.objectContaining({ code: 'invalid_option' }));
  });

  it('with what a base class declares, which an override replaces', async () => {
    @Prompt({ name: 'base', input })
    class Base {
      @Complete('city') protected cities() {
        return ['base'];
      }
      run() {
        return '';
      }
    }
    @Prompt({ name: 'derived', input })
    class Derived extends Base {
      protected override cities() {
        return ['derived'];
      }
    }
    const { url } = await served({ components: [Base, Derived], providers: [] });
    const official = await client(url, '2026', { token: 'reader' });
    const values = async (name: string) =>
      (
        await official.complete({
          ref: { type: 'ref/prompt', name },
          argument: { name: 'city', value: '' },
        })
      ).completion.values;
    expect(await values('base')).toEqual(['base']);
    expect(await values('derived')).toEqual(['derived']);
    await official.close();
  });
});
