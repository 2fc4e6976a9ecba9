import { aeadCodec } from '@countersign/codec-aead';
import {
  type Answers,
  ask,
  type CallContext,
  createServer,
  Elicit,
  form,
  type LegacyBridge,
  Roots,
  Sample,
  Tool,
} from '@countersign/core';
import type { AttachedBridge } from '@countersign/core/internal';
import { z } from 'zod';
import { legacyShim } from '../../src/index.js';
import { FakeClock } from './fake-clock.js';

/** What bodies were entered with, so that a test can say that none was. */
export class Ran {
  readonly bodies: { readonly answer: unknown; readonly outcome: string }[] = [];
}

const Confirm = form(z.object({ confirm: z.boolean() }));
const MESSAGES = { messages: ['Hello?'], maxTokens: 10 };

/** Every kind of question, and sampling that needs more than plain sampling. */
export const KINDS = ['form', 'url', 'sample', 'tools', 'roots'] as const;
export type Kind = (typeof KINDS)[number];

const ASKS = {
  form: (optional: boolean) =>
    optional ? ask.form('Sure?', Confirm, { optional: true }) : ask.form('Sure?', Confirm),
  url: (optional: boolean) => {
    const url = 'https://example.com/sign-in';
    return optional
      ? ask.url('Please sign in.', url, { optional: true })
      : ask.url('Please sign in.', url);
  },
  sample: (optional: boolean) =>
    optional ? ask.sample(MESSAGES, { optional: true }) : ask.sample(MESSAGES),
  tools: (optional: boolean) => {
    const params = { ...MESSAGES, tools: [{ name: 'look', inputSchema: { type: 'object' } }] };
    return optional ? ask.sample(params, { optional: true }) : ask.sample(params);
  },
  roots: (optional: boolean) => (optional ? ask.roots({ optional: true }) : ask.roots()),
};

const Input = z.object({ kind: z.enum(KINDS), optional: z.boolean() });
type Input = z.output<typeof Input>;

@Tool({ name: 'one', description: 'Asks one question of the kind it is told.', input: Input })
class One {
  constructor(private readonly ran: Ran) {}

  @Elicit() form({ kind, optional }: Input) {
    return kind === 'form' ? ASKS.form(optional) : ask.nothing;
  }
  @Elicit() url({ kind, optional }: Input) {
    return kind === 'url' ? ASKS.url(optional) : ask.nothing;
  }
  @Sample() sample({ kind, optional }: Input) {
    return kind === 'sample' ? ASKS.sample(optional) : ask.nothing;
  }
  @Sample() tools({ kind, optional }: Input) {
    return kind === 'tools' ? ASKS.tools(optional) : ask.nothing;
  }
  @Roots() roots({ kind, optional }: Input) {
    return kind === 'roots' ? ASKS.roots(optional) : ask.nothing;
  }
  run({ kind }: Input, answers: Answers<One>, ctx: CallContext) {
    this.ran.bodies.push({ answer: answers[kind], outcome: ctx.outcome(kind) });
    return 'ran';
  }
}

const Several = z.object({ required: z.array(z.enum(KINDS)), optional: z.array(z.enum(KINDS)) });
type Several = z.output<typeof Several>;

/** Puts a question if it is among those that are wanted, as the one or as the other. */
const wanted = <A, B>(
  kind: Kind,
  { required, optional }: Several,
  put: (optional: boolean) => A | B,
) => (required.includes(kind) ? put(false) : optional.includes(kind) ? put(true) : ask.nothing);

@Tool({ name: 'several', description: 'Asks several questions at once.', input: Several })
class AskSeveral {
  constructor(private readonly ran: Ran) {}

  @Elicit() form(input: Several) {
    return wanted('form', input, ASKS.form);
  }
  @Elicit() url(input: Several) {
    return wanted('url', input, ASKS.url);
  }
  @Sample() sample(input: Several) {
    return wanted('sample', input, ASKS.sample);
  }
  @Sample() tools(input: Several) {
    return wanted('tools', input, ASKS.tools);
  }
  @Roots() roots(input: Several) {
    return wanted('roots', input, ASKS.roots);
  }
  run(_: Several, __: object, ctx: CallContext) {
    this.ran.bodies.push({
      answer: undefined,
      outcome: KINDS.map((kind) => `${kind} ${ctx.outcome(kind)}`).join(),
    });
    return 'ran';
  }
}

export const ERAS = ['2026', '2025'] as const;
export type Era = (typeof ERAS)[number];

export interface Called {
  /** Keys of all the questions that were put. */
  readonly asked: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: assertions look into whatever came
  readonly answer: any;
  /** HTTP status; 200 where there is none. */
  readonly status: number;
}

const KEYS = 'io.modelcontextprotocol/';
const REQUEST = {
  method: 'POST',
  accept: 'application/json, text/event-stream',
  version: '2026-07-28',
};

/** One server, called as either era calls it: over `fetch`, and by a connection on which the shim puts its questions. */
export function bothEras() {
  const ran = new Ran();
  const problems: string[] = [];
  const problem = (fields: object, message: string) =>
    void problems.push(`${message} ${'err' in fields ? String(fields.err) : ''}`);
  const silent = () => undefined;
  let attached: AttachedBridge | undefined;
  const shim = legacyShim();
  const legacy: LegacyBridge = {
    attach: (core) => {
      attached = shim.attach(core);
      return attached;
    },
  };
  const server = createServer({
    name: 'test',
    version: '1.0.0',
    components: [One, AskSeveral],
    providers: [{ token: Ran, useValue: ran }],
    state: { codec: aeadCodec({ keys: [new Uint8Array(32).fill(1)] }) },
    legacy,
    clock: new FakeClock(),
    logger: { debug: silent, info: silent, warn: silent, error: problem },
  });

  async function post(
    name: string,
    args: object,
    capabilities: unknown,
    more: object,
  ): Promise<Called> {
    const _meta = {
      [`${KEYS}protocolVersion`]: REQUEST.version,
      [`${KEYS}clientInfo`]: { name: 'model', version: '0' },
      [`${KEYS}clientCapabilities`]: capabilities,
    };
    const response = await server.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: REQUEST.method,
        headers: {
          'content-type': 'application/json',
          accept: REQUEST.accept,
          'mcp-protocol-version': REQUEST.version,
          'mcp-method': 'tools/call',
          'mcp-name': name,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: args, ...more, _meta },
        }),
      }),
    );
    const answer = JSON.parse(await response.text());
    return {
      asked: Object.keys(answer.result?.inputRequests ?? {}),
      answer,
      status: response.status,
    };
  }

  /** Calls, and sends the same answer to everything that is asked; with no `answers` it stops at the first questions. */
  async function call(
    era: Era,
    name: string,
    args: object,
    {
      capabilities = EVERYTHING,
      answer,
    }: { readonly capabilities?: unknown; readonly answer?: { readonly is: unknown } } = {},
  ): Promise<Called> {
    if (era === '2025') return live(name, args, capabilities, answer);
    const first = await post(name, args, capabilities, {});
    if (answer === undefined || first.asked.length === 0) return first;
    const inputResponses = Object.fromEntries(first.asked.map((key) => [key, answer.is]));
    return post(name, args, capabilities, {
      requestState: first.answer.result.requestState,
      inputResponses,
    });
  }

  async function live(
    name: string,
    args: object,
    capabilities: unknown,
    answer: { readonly is: unknown } | undefined,
  ): Promise<Called> {
    const asked: string[] = [];
    const call = {
      method: 'tools/call' as const,
      params: { name, arguments: args },
      principal: { issuer: 'i', subject: 's', client: 'c' },
      scopes: [],
      signal: new AbortController().signal,
      // What is declared to a 2025 server is read by the SDK as an object.
      capabilities: (typeof capabilities === 'object' && capabilities !== null
        ? capabilities
        : {}) as never,
      client: {},
      notify: () => undefined,
    };
    const given = await attached?.run(call, {
      canAsk: true,
      id: 1,
      send: async ({ method, params }) => {
        const kind = {
          'elicitation/create': params.mode === 'url' ? 'url' : 'form',
          'roots/list': 'roots',
        }[method as string];
        asked.push(kind ?? ('tools' in params ? 'tools' : 'sample'));
        // A question that was answered is put once more at most: what does not fit will not fit then either.
        return answer === undefined || asked.length > 1
          ? { kind: 'lost' }
          : { kind: 'answered', answer: structuredClone(answer.is) };
      },
    });
    return { asked, answer: given, status: 200 };
  }

  return { server, ran, problems, call, post, close: () => server.close({ graceMs: 0 }) };
}

export const EVERYTHING = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
  roots: {},
};
