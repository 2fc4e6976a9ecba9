import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Answers,
  ask,
  CallContext,
  type CallOutcome,
  type ComponentCall,
  createServer,
  Elicit,
  form,
  type Middleware,
  type MiddlewareFunction,
  type Next,
  Prompt,
  Resource,
  type ServerOptions,
  Tool,
  ToolError,
} from '../../../src/index.js';
import {
  accept,
  call,
  client,
  FORMS,
  type Lines,
  linesLogger,
  testServer,
  tool,
} from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';

const open: { close(options: { graceMs: number }): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close({ graceMs: 0 }))));

async function served(use: readonly Middleware[], options: Partial<ServerOptions> = {}) {
  const made = testServer({ use, ...options });
  open.push(made.server);
  const { url } = await made.server.listen();
  return { ...made, url };
}

/** Hands on, and remembers what it saw. */
function watching(name = 'watch') {
  const calls: ComponentCall[] = [];
  const outcomes: CallOutcome[] = [];
  const use: MiddlewareFunction = async (seen, next) => {
    calls.push(seen);
    const outcome = await next();
    outcomes.push(outcome);
    return outcome;
  };
  Object.defineProperty(use, 'name', { value: name });
  return { use, calls, outcomes, kinds: () => outcomes.map(({ kind }) => kind) };
}

const completed = (text: string): CallOutcome => ({
  kind: 'completed',
  result: { content: [{ type: 'text', text }] },
});
const answers = { confirm: accept({ confirm: true }) };
const retry = (asked: { body: { result: { requestState: string } } }) => ({
  requestState: asked.body.result.requestState,
  inputResponses: answers,
});
const textOf = ({ body }: { body: { result: { content: { text: string }[] } } }) =>
  body.result.content[0]?.text;
const errors = (lines: Lines) => lines.all.filter(({ level }) => level === 'error').length;
const GENERIC = 'The call failed because of an error on the server.';

describe('middleware', () => {
  it('stands around every round of a flow, and sees neither state nor answers', async () => {
    const watch = watching();
    const { url, releases } = await served([watch.use]);
    const asked = await tool(url, 'deploy', { env: 'staging' });
    expect(asked.body.result.resultType).toBe('input_required');
    const done = await tool(url, 'deploy', { env: 'staging' }, retry(asked));
    expect(textOf(done)).toBe('Deployed 42 to staging.');
    expect(releases.deployed).toHaveLength(1);
    expect(watch.kinds()).toEqual(['asking', 'completed']);
    expect(watch.calls.map(({ kind, name, era, round }) => ({ kind, name, era, round }))).toEqual([
      { kind: 'tool', name: 'deploy', era: '2026', round: 1 },
      { kind: 'tool', name: 'deploy', era: '2026', round: 2 },
    ]);
    expect(watch.calls[0]?.flow).toBe(watch.calls[1]?.flow);
    expect(watch.calls[0]?.principal.issuer).toBe('countersign:http');
    expect(watch.calls[0]?.signal).toBeInstanceOf(AbortSignal);
    expect(Object.keys(watch.calls[1] ?? {}).sort()).toEqual([
      'era',
      'flow',
      'kind',
      'name',
      'principal',
      'round',
      'signal',
    ]);
    expect(watch.outcomes[0]).toEqual({ kind: 'asking' });
    expect(JSON.stringify([watch.calls, watch.outcomes])).not.toContain(
      asked.body.result.requestState,
    );
  });

  it('stands around prompts and resources too', async () => {
    const watch = watching();
    const { url } = await served([watch.use]);
    await call(url, {
      method: 'prompts/get',
      params: { name: 'review', arguments: { file: 'a.ts' } },
    });
    await call(url, { method: 'resources/read', params: { uri: 'about://server' } });
    expect(watch.calls.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'prompt review',
      'resource about',
    ]);
    expect(watch.kinds()).toEqual(['asking', 'completed']);
  });

  it('is not entered by a call that no component is entered by', async () => {
    const watch = watching();
    const { url } = await served([watch.use]);
    await tool(url, 'echo', { text: 'fits' });
    expect(watch.calls).toHaveLength(1);
    await tool(url, 'echo', { text: 1 });
    await tool(url, 'nobody', {});
    await tool(url, 'deploy', { env: 'staging' }, { requestState: 'test.AAAA' });
    expect(watch.calls).toHaveLength(1);
  });

  it('goes round the 2025 client’s call as well', async () => {
    const watch = watching();
    const { url } = await served([watch.use]);
    const official = await client(url, '2025');
    const result = await official.callTool({ name: 'echo', arguments: { text: 'old' } });
    expect(result.content).toEqual([{ type: 'text', text: 'old' }]);
    expect(watch.calls.map(({ era, name }) => `${era} ${name}`)).toEqual(['2025 echo']);
    await official.close();
  });

  it('runs the server’s first and the component’s inside, each in the listed order', async () => {
    const order: string[] = [];
    const noting =
      (name: string): MiddlewareFunction =>
      async (_, next) => {
        order.push(`${name} in`);
        const outcome = await next();
        order.push(`${name} out`);
        return outcome;
      };
    @Tool({ name: 'own', description: 'Has its own.', use: [noting('c'), noting('d')] })
    class Own {
      run() {
        order.push('run');
        return 'ran';
      }
    }
    @Prompt({ name: 'own', use: [noting('p')] })
    class OwnPrompt {
      run() {
        return 'said';
      }
    }
    @Resource({ uri: 'own://one', name: 'own', use: [noting('r')] })
    class OwnResource {
      run() {
        return 'read';
      }
    }
    const { url } = await served([noting('a'), noting('b')], {
      components: [Own, OwnPrompt, OwnResource],
    });
    expect(textOf(await tool(url, 'own', {}))).toBe('ran');
    expect(order).toEqual([
      'a in',
      'b in',
      'c in',
      'd in',
      'run',
      'd out',
      'c out',
      'b out',
      'a out',
    ]);
    order.length = 0;
    await call(url, { method: 'prompts/get', params: { name: 'own' } });
    await call(url, { method: 'resources/read', params: { uri: 'own://one' } });
    expect(order.filter((line) => line.endsWith('in'))).toEqual([
      'a in',
      'b in',
      'p in',
      'a in',
      'b in',
      'r in',
    ]);
  });

  it('may replace the result of a completed call', async () => {
    const { url, lines } = await served([
      async (_, next) => {
        const outcome = await next();
        if (outcome.kind !== 'completed') return outcome;
        return {
          kind: 'completed',
          result: { ...outcome.result, _meta: { 'example.com/seen': true } },
        };
      },
    ]);
    const asked = await tool(url, 'deploy', { env: 'staging' });
    expect(asked.body.result.resultType).toBe('input_required');
    expect(asked.body.result._meta).not.toHaveProperty('example.com/seen');
    const done = await tool(url, 'deploy', { env: 'staging' }, retry(asked));
    expect(textOf(done)).toBe('Deployed 42 to staging.');
    expect(done.body.result._meta).toMatchObject({ 'example.com/seen': true });
    expect(errors(lines)).toBe(0);
  });

  it('cannot change the result it was given in place', async () => {
    const { url, events } = await served([
      async (_, next) => {
        const outcome = await next();
        const [block] =
          outcome.kind === 'completed' ? (outcome.result.content as { text: string }[]) : [];
        if (block !== undefined) block.text = 'forged';
        return outcome;
      },
    ]);
    expect(textOf(await tool(url, 'echo', { text: 'honest' }))).toBe(GENERIC);
    expect(events.at(-1)).toMatchObject({ type: 'middleware.ended', because: 'threw' });
  });

  it('refuses a call by a ToolError before next(), and the component is not entered', async () => {
    let closed = false;
    const { url, releases, lines, events } = await served([
      async function hours(_, next) {
        if (closed) throw new ToolError('Closed until Monday.');
        return next();
      },
    ]);
    const asked = await tool(url, 'deploy', { env: 'staging' });
    expect(textOf(await tool(url, 'deploy', { env: 'staging' }, retry(asked)))).toBe(
      'Deployed 42 to staging.',
    );
    closed = true;
    events.length = 0;
    const refused = await tool(url, 'deploy', { env: 'staging' }, retry(asked));
    expect(refused.body.result).toMatchObject({
      isError: true,
      content: [{ text: 'Closed until Monday.' }],
    });
    expect(releases.deployed).toHaveLength(1);
    expect(events).toMatchObject([
      {
        type: 'middleware.ended',
        middleware: 'hours',
        because: 'refused',
        entered: false,
        component: 'deploy',
        round: 2,
      },
      { type: 'round.finished', outcome: 'failed' },
    ]);
    const prompt = await call(url, {
      method: 'prompts/get',
      params: { name: 'review', arguments: { file: 'a' } },
    });
    expect(prompt.body.error).toEqual({ code: -32603, message: 'Closed until Monday.' });
    expect(errors(lines)).toBe(0);
  });

  it('that throws fails the call as run would, and only the logger gets the original', async () => {
    let broken = false;
    const { url, lines, events } = await served([
      async function quota(_, next) {
        if (broken) throw new Error('SECRET quota store');
        return next();
      },
    ]);
    expect(textOf(await tool(url, 'echo', { text: 'hi' }))).toBe('hi');
    broken = true;
    const failed = await tool(url, 'echo', { text: 'hi' });
    expect(failed.body.result).toMatchObject({ isError: true, content: [{ text: GENERIC }] });
    expect(JSON.stringify(failed.body)).not.toContain('SECRET');
    expect(lines.text()).toContain('SECRET quota store');
    expect(events.slice(-3)).toMatchObject([
      { type: 'error', where: 'middleware' },
      { type: 'middleware.ended', middleware: 'quota', because: 'threw', entered: false },
      { type: 'round.finished', outcome: 'failed' },
    ]);
  });

  it.each<[string, MiddlewareFunction]>([
    [
      'formats whatever it gets as text',
      async (_, next) => ({
        kind: 'completed',
        result: { content: [{ type: 'text', text: JSON.stringify(await next()) }] },
      }),
    ],
    [
      'says that it is completed',
      async (_, next) => ({ ...(await next()), kind: 'completed', result: { content: [] } }),
    ],
    ['returns a copy', async (_, next) => ({ ...(await next()) })],
    ['returns nothing', async (_, next) => void (await next()) as never],
    [
      'calls next() twice',
      async (_, next) => {
        await next();
        return next();
      },
    ],
    [
      'lets go of next() and returns at once',
      async (_, next) => {
        void next();
        return completed('done');
      },
    ],
    [
      'catches everything and carries on',
      async (_, next) => {
        try {
          await next();
          throw new Error('x');
        } catch {
          return completed('done');
        }
      },
    ],
    ['never calls next()', async () => completed('from a cache')],
  ])(
    'that %s never turns a question into anything: the call fails, and nothing is done',
    async (_, broken) => {
      let on = false;
      const { url, releases, lines, events } = await served([
        async function wrapper(call, next: Next) {
          return on ? broken(call, next) : next();
        },
      ]);
      const asked = await tool(url, 'deploy', { env: 'staging' });
      expect(asked.body.result.resultType).toBe('input_required');
      on = true;
      const failed = await tool(url, 'deploy', { env: 'staging' });
      expect(failed.body.result).toMatchObject({
        resultType: 'complete',
        isError: true,
        content: [{ text: GENERIC }],
      });
      expect(failed.body.result).not.toHaveProperty('requestState');
      expect(releases.deployed).toEqual([]);
      expect(events.filter(({ type }) => type === 'middleware.ended')).toMatchObject([
        { middleware: 'wrapper', because: 'misused' },
      ]);
      expect(lines.text()).toContain('middleware wrapper: ');
    },
  );

  it('that swallows what is thrown inside still gets no completed call out of it', async () => {
    const inner: MiddlewareFunction = async () => {
      throw new ToolError('Not you.');
    };
    const outer = watching('outer');
    const { url } = await served([outer.use, inner]);
    const refused = await tool(url, 'echo', { text: 'hi' });
    expect(refused.body.result).toMatchObject({ isError: true, content: [{ text: 'Not you.' }] });
    expect(outer.outcomes).toEqual([{ kind: 'failed' }]);
  });

  it('is held to the result of its component: its kind, its JSON and its output schema', async () => {
    let result: unknown;
    @Tool({ name: 'three', description: 'Is three.', output: z.object({ total: z.number() }) })
    class Three {
      run() {
        return { total: 3 };
      }
    }
    const one = await served(
      [
        async (_, next) => {
          await next();
          return { kind: 'completed', result: result as Record<string, unknown> };
        },
      ],
      { components: [Three] },
    );
    const three = async (returned: unknown) => {
      result = returned;
      return (await tool(one.url, 'three', {})).body.result;
    };
    expect(await three({ content: [], structuredContent: { total: 4 } })).toMatchObject({
      structuredContent: { total: 4 },
    });
    expect(await three({ content: [], isError: true })).toMatchObject({
      isError: true,
      content: [],
    });
    for (const wrong of [
      { content: [], structuredContent: { total: 'four' } },
      { content: [] },
      { content: 'text' },
      { content: [], resultType: 'input_required' },
      { messages: [] },
      { content: [], n: 1n },
      'text',
    ]) {
      expect(await three(wrong)).toMatchObject({ isError: true, content: [{ text: GENERIC }] });
    }
    expect(errors(one.lines)).toBe(7);
  });

  it('may be a class, made for every round by the container that makes the component', async () => {
    class Budget {
      spent = 0;
    }
    class PerCall {}
    const made: unknown[] = [];
    class Meter {
      constructor(
        private readonly budget: Budget,
        private readonly mine: PerCall,
        private readonly ctx: CallContext,
      ) {
        made.push(this);
      }
      async handle(seen: ComponentCall, next: Next) {
        if (this.budget.spent >= 2)
          throw new ToolError(`Enough for ${this.ctx.principal.subject}.`);
        this.budget.spent++;
        expect(seen.principal).toBe(this.ctx.principal);
        const outcome = await next();
        shared.push(this.mine);
        return outcome;
      }
    }
    Reflect.defineMetadata('design:paramtypes', [Budget, PerCall, CallContext], Meter);
    const shared: unknown[] = [];
    @Tool({ name: 'metered', description: 'Costs.', use: [Meter] })
    class Metered {
      constructor(private readonly mine: PerCall) {}
      run() {
        shared.push(this.mine);
        return 'paid';
      }
    }
    const { lines, logger } = linesLogger();
    const server = createServer({
      name: 'metered',
      version: '1',
      components: [Metered],
      providers: [
        { token: Budget, useClass: Budget },
        { token: PerCall, useClass: PerCall, scope: 'call' },
      ],
      logger,
    });
    open.push(server);
    const { url } = await server.listen();
    const before = made.length;
    expect(textOf(await tool(url, 'metered', {}))).toBe('paid');
    expect(textOf(await tool(url, 'metered', {}))).toBe('paid');
    expect(textOf(await tool(url, 'metered', {}))).toBe('Enough for anonymous.');
    expect(made.length - before).toBe(3);
    expect(shared[0]).toBe(shared[1]);
    expect(shared[2]).not.toBe(shared[0]);
    expect(lines.all).toEqual([]);
  });

  it('is checked at start: what is none, and a class whose needs nobody provides', () => {
    class Nothing {}
    class Store {}
    class Needy {
      constructor(readonly store: Store) {}
      handle(_: ComponentCall, next: Next) {
        return next();
      }
    }
    Reflect.defineMetadata('design:paramtypes', [Store], Needy);
    const start = (use: unknown) => () => testServer({ use: use as Middleware[] });
    expect(start([async (_: unknown, next: Next) => next()])).not.toThrow();
    expect(start([undefined])).toThrow(expect.objectContaining({ code: 'invalid_option' }));
    expect(start([Nothing])).toThrow(expect.objectContaining({ code: 'invalid_option' }));
    expect(start('x')).toThrow(expect.objectContaining({ code: 'invalid_option' }));
    expect(start([Needy])).toThrow(expect.objectContaining({ code: 'missing_metadata' }));
    @Tool({ name: 'bad', description: 'Bad.', use: [{}] as never })
    class Bad {
      run() {
        return '';
      }
    }
    expect(() => testServer({ components: [Bad] })).toThrow(/Bad: @Tool: use\[0\]/);
  });

  it('passes interim results of hand-made and state-only rounds whole', async () => {
    @Tool({ name: 'ask', description: 'Asks.' })
    class Ask {
      @Elicit() sure() {
        return ask.form('Sure?', form(z.object({ ok: z.boolean() })));
      }
      run(_: object, { sure }: Answers<Ask>) {
        return String(sure.ok);
      }
    }
    const watch = watching();
    const plain = await served([], { components: [Ask] });
    const wrapped = await served([watch.use], { components: [Ask], state: { codec: testCodec() } });
    const shape = ({ body }: { body: { result: object } }) => ({
      ...body.result,
      requestState: '',
      _meta: {},
    });
    expect(shape(await tool(wrapped.url, 'ask', {}))).toEqual(
      shape(await tool(plain.url, 'ask', {})),
    );
    const polling = await served([watch.use]);
    const first = await tool(polling.url, 'poll', {}, {}, { capabilities: FORMS });
    expect(first.body.result).toMatchObject({ resultType: 'input_required' });
    expect(first.body.result).not.toHaveProperty('inputRequests');
    expect(watch.kinds()).toEqual(['asking', 'again']);
  });
});
