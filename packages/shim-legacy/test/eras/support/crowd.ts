import type { Era } from '@countersign/core';
import type { LegacyShimOptions } from '../../../src/index.js';
import { envelope, modernCall } from '../../support/raw-modern.js';
import { accept, type Message, RawSession, type RawStream } from '../../support/raw-session.js';
import { legacyProcess, rawProcess } from '../../support/raw-stdio.js';
import { atEnd, soon } from '../../support/served.js';
import { eraServer } from '../fixtures/server.js';
import type { World } from '../fixtures/world.js';
import { stdioProgram } from './ways.js';

export type Id = number | string;

/** One call of one client. Its progress token is its id, as it may well be everybody's. */
export interface Caller {
  /** Whatever came for it so far, a line each. */
  heard(): readonly string[];
  /** Answers both questions that it was asked, the last one first. */
  answer(of: number): Promise<void>;
  /** Goes while it is asked, or while the author's code runs: without a word, where it has a connection of its own. */
  vanish(when: 'asked' | 'running'): void;
}

export interface Crowd {
  call(
    id: Id,
    tool: string,
    args: { readonly n: number; readonly [more: string]: unknown },
  ): Caller;
  /** What the server holds and knows, where it is no process of its own. */
  readonly inside?: {
    readonly world: World;
    readonly stats: () => { readonly sessions: number; readonly openAsks: number };
  };
}

/** One mode of serving. */
export interface Mode {
  readonly name: string;
  readonly era: Era;
  /** Whether a question can be put. */
  readonly asks: boolean;
  /** Whether the result is all there is to hear. */
  readonly quiet?: boolean;
  /** Whether a call ends when its client vanishes. */
  readonly ends: boolean;
  /** Sessions that are left at the end: they outlive what became of their calls. */
  readonly sessions: number;
  /** Whether a client that cancels hears its questions withdrawn. */
  readonly withdraws?: boolean;
  /** Whether all calls share one connection, so that each needs an id of its own. */
  readonly shared?: boolean;
  open(): Promise<Crowd>;
}

/** Says what a message says, in one line for each thing. */
function said({ method, params, result, error }: Message): string[] {
  if (method === 'notifications/progress')
    return [
      `progress of ${JSON.stringify(params.progressToken)}: ${params.progress} ${params.message}`,
    ];
  if (method === 'notifications/message') return [`log: ${params.data}`];
  if (method === 'notifications/cancelled') return ['withdrawn'];
  if (method !== undefined) return [`asked: ${params.message}`];
  if (error !== undefined) return [`error: ${error.message}`];
  if (result.resultType !== 'input_required') return [`result: ${result.content[0].text}`];
  return Object.values<Message>(result.inputRequests).map(
    (question) => `asked: ${question.params.message}`,
  );
}

const answersOf = (of: number) => ({
  name: accept({ name: `name ${of}` }),
  town: accept({ name: `town ${of}` }),
});
const isInterim = ({ result }: Message): boolean => result?.resultType === 'input_required';
const isQuestion = (about: 'Name' | 'Town') => (message: Message) =>
  message.method === 'elicitation/create' && message.params.message.startsWith(about);

async function listening(shim: LegacyShimOptions) {
  const { server, world, stats } = eraServer({ codec: 'aead', shim });
  const { url } = await server.listen();
  atEnd(() => server.close({ graceMs: 0 }));
  return { url, inside: { world, stats } };
}

async function modern(): Promise<Crowd> {
  const { url, inside } = await listening({});
  return {
    inside,
    call: (id, tool, args) => {
      const streams: RawStream[] = [];
      const say = async (more: object) => {
        const stream = await modernCall(url, id, tool, args, more, { progressToken: id });
        streams.push(stream);
        return stream;
      };
      const first = say({});
      return {
        heard: () => streams.flatMap(({ messages }) => messages).flatMap(said),
        answer: async (of) => {
          const { requestState } = (await (await first).next(isInterim)).result;
          await say({ requestState, inputResponses: answersOf(of) });
        },
        vanish: () => streams.at(-1)?.vanish(),
      };
    },
  };
}

const legacy =
  (shim: LegacyShimOptions, connections: 'own' | 'shared' = 'own') =>
  async (): Promise<Crowd> => {
    const { url, inside } = await listening(shim);
    const shared = connections === 'shared' ? await RawSession.open(url) : undefined;
    return {
      inside,
      call: (id, tool, args) => {
        const session = shared ?? new RawSession(url);
        let heard: RawStream | undefined;
        const calling = async () => {
          if (shim.sessions !== false && shared === undefined) await session.initialize();
          heard = await session.call(id, tool, args, { progressToken: id });
          return heard;
        };
        const called = calling();
        called.catch(() => undefined); // over JSON nothing has come yet when it vanishes
        return {
          heard: () => (heard?.messages ?? []).flatMap(said),
          answer: async (of) => {
            const stream = await called;
            const { name, town } = answersOf(of);
            await session.reply(await stream.next(isQuestion('Town')), town);
            await session.reply(await stream.next(isQuestion('Name')), name);
          },
          // What has a session in common with others can close its stream, which ends its questions, or cancel, which ends it all.
          vanish: (when) =>
            void (when === 'asked' ? heard?.vanish() : (shared?.cancel(id) ?? session.vanish())),
        };
      },
    };
  };

/** All calls on one connection: whose a message is, its id, its token or its own words tell. */
const stdio = (era: '2026' | '2025') => async (): Promise<Crowd> => {
  const { args: program } = stdioProgram('aead');
  const { messages, send, call } = await (era === '2025'
    ? legacyProcess(program)
    : rawProcess(program));
  return {
    call: (id, tool, args) => {
      const asked = new Set<Id>();
      const isOwn = ({ id: of, method, params }: Message): boolean => {
        if (method === undefined) return of === id;
        if (method === 'notifications/progress') return params.progressToken === id;
        if (method === 'notifications/cancelled') return asked.has(params.requestId);
        const own = new RegExp(`\\b${args.n}\\b`).test(params.data ?? params.message);
        if (own && of !== undefined) asked.add(of);
        return own;
      };
      const own = () => messages.filter(isOwn);
      const say = (more: object) =>
        call(id, tool, args, {
          ...more,
          _meta: era === '2025' ? { progressToken: id } : envelope({ progressToken: id }),
        });
      const next = (matches: (message: Message) => boolean): Promise<Message> =>
        soon(
          () =>
            own().find(matches) ??
            Promise.reject(new Error(`nothing of the kind among ${JSON.stringify(own())}`)),
        );
      say({});
      return {
        heard: () => own().flatMap(said),
        answer: async (of) => {
          const { name, town } = answersOf(of);
          if (era === '2026')
            return say({
              requestState: (await next(isInterim)).result.requestState,
              inputResponses: { name, town },
            });
          send({ id: (await next(isQuestion('Town'))).id, result: town });
          send({ id: (await next(isQuestion('Name'))).id, result: name });
        },
        vanish: () => send({ method: 'notifications/cancelled', params: { requestId: id } }),
      };
    },
  };
};

const STATELESS = { sessions: false } as const;
const JSON_ONLY = { jsonResponse: true } as const;

export const MODES: readonly Mode[] = [
  { name: 'modern HTTP', era: '2026', asks: true, ends: true, sessions: 0, open: modern },
  { name: '2025 sessions', era: '2025', asks: true, ends: false, sessions: 10, open: legacy({}) },
  {
    name: 'one 2025 session',
    era: '2025',
    asks: true,
    ends: true,
    shared: true,
    sessions: 1,
    open: legacy({}, 'shared'),
  },
  {
    name: '2025 sessions over JSON',
    era: '2025',
    asks: false,
    quiet: true,
    ends: false,
    sessions: 10,
    open: legacy(JSON_ONLY),
  },
  {
    name: '2025 without sessions',
    era: '2025',
    asks: false,
    ends: true,
    sessions: 0,
    open: legacy(STATELESS),
  },
  {
    name: '2025 without sessions, over JSON',
    era: '2025',
    asks: false,
    quiet: true,
    ends: true,
    sessions: 0,
    open: legacy({ ...STATELESS, ...JSON_ONLY }),
  },
  {
    name: 'modern stdio',
    era: '2026',
    asks: true,
    ends: true,
    shared: true,
    sessions: 0,
    open: stdio('2026'),
  },
  {
    name: '2025 stdio',
    era: '2025',
    asks: true,
    ends: true,
    shared: true,
    sessions: 0,
    withdraws: true,
    open: stdio('2025'),
  },
];
