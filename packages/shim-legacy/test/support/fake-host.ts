import type {
  LegacyCall,
  LegacyHost,
  LegConnection,
  LegReply,
  LegReport,
  Outcome,
  WireAsk,
} from '../../src/host.js';
import { type Deferred, deferred } from './deferred.js';
import { FakeClock } from './fake-clock.js';

export type Unfinished = Extract<Outcome, { kind: 'asking' | 'again' }>;

export const form = (message: string, more: Partial<WireAsk> = {}): WireAsk => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: { type: 'object', properties: {} } },
  ...more,
});

const BOUNDS = { deadline: Date.UTC(2027, 0, 1), idle: 1 };
/** Core's verdict on an answer to a question that the flow cannot do without. */
export const isRefusal = (answer: unknown): boolean =>
  ['decline', 'cancel'].includes((answer as { action?: string }).action ?? '');

export const asking = (
  asks: Readonly<Record<string, WireAsk>>,
  more: Partial<Extract<Outcome, { kind: 'asking' }>> = {},
): Unfinished => ({
  kind: 'asking',
  asks: new Map(Object.entries(asks)),
  required: new Set(Object.keys(asks)),
  optional: new Set(),
  endsBy: (_, answer) => isRefusal(answer),
  state: 'state',
  ...BOUNDS,
  ...more,
});
export const again = (more: Partial<Extract<Outcome, { kind: 'again' }>> = {}): Unfinished => ({
  kind: 'again',
  afterMs: undefined,
  state: 'state',
  ...BOUNDS,
  ...more,
});
export const completed: Outcome = { kind: 'completed', result: { content: [] } };

/** A host whose rounds a test writes down beforehand, and that records what the loop does with it. */
export function fakeHost(rounds: readonly (Outcome | ((call: LegacyCall) => Outcome))[]) {
  const clock = new FakeClock();
  const carried: unknown[] = [];
  const calls: LegacyCall[] = [];
  const ended: LegReport[] = [];
  const next = [...rounds];
  const host: LegacyHost = {
    clock,
    random: (length) => new Uint8Array(length).fill(7),
    round: async (call, carries) => {
      calls.push(call);
      carried.push(carries);
      const outcome = next.shift();
      if (outcome === undefined)
        throw new Error('the loop entered more rounds than the test expects');
      return typeof outcome === 'function' ? outcome(call) : outcome;
    },
    answer: (_call, outcome) => ({ result: { answered: outcome } }),
    fail: (_call, failure) => ({ result: { failed: failure } }),
    ended: (_call, report) => void ended.push(report),
  };
  return { host, clock, carried, calls, ended };
}

export interface SentLeg extends Deferred<LegReply> {
  readonly ask: WireAsk;
  readonly signal: AbortSignal;
  readonly progressed: () => void;
}

/** A connection on which nothing is answered before the test says so; an aborted question is lost, as on a real one. */
export function fakeConnection(more: Partial<LegConnection> = {}) {
  const legs: SentLeg[] = [];
  const connection: LegConnection = {
    canAsk: true,
    id: 1,
    send: (ask, { signal, progressed }) => {
      const reply = deferred<LegReply>();
      legs.push({ ...reply, ask, signal, progressed });
      signal.addEventListener('abort', () => reply.resolve({ kind: 'lost' }));
      return reply.promise;
    },
    ...more,
  };
  const leg = (message: string): SentLeg => {
    const found = legs.find(({ ask }) => ask.params.message === message);
    if (found === undefined) throw new Error(`"${message}" was not asked`);
    return found;
  };
  return { connection, legs, leg };
}

export function fakeCall(more: Partial<LegacyCall> = {}) {
  const abort = new AbortController();
  const call: LegacyCall = {
    method: 'tools/call',
    params: { name: 'deploy' },
    principal: { issuer: 'i', subject: 's', client: 'c' },
    scopes: undefined,
    signal: abort.signal,
    capabilities: { elicitation: { form: {} } },
    client: {},
    notify: () => undefined,
    ...more,
  };
  return { call, abort };
}

export const answered = (answer: unknown): LegReply => ({ kind: 'answered', answer });
export const accept = (content: unknown = {}) => ({ action: 'accept', content });
