import type { LegacyCall, LegacyHost, LegConnection, Outcome, WireAsk } from './host.js';
import { type Failed, type Leg, meaningOf } from './meaning.js';
import { LONGEST_WAIT_MS } from './pacing.js';
import { whenAborted } from './when-aborted.js';

/** How many questions wait for an answer just now, over all calls. */
export interface OpenAsks {
  open: number;
}

/** What the questions of one round came to. */
export type Asked =
  | {
      readonly kind: 'answered';
      /** By wire key, as received; a question that was withdrawn, or that the flow goes on without, is not in it. */
      readonly responses: Readonly<Record<string, unknown>>;
      /** Capabilities that the client declared, and whose method its software does not have. */
      readonly absent?: ReadonlySet<string>;
    }
  | Failed
  /** The call itself ended. */
  | { readonly kind: 'abandoned' };

export interface LegParts {
  readonly host: LegacyHost;
  readonly call: LegacyCall;
  readonly connection: LegConnection;
  readonly asks: OpenAsks;
  /** For a question without a time-out of its own, in milliseconds. */
  readonly roundTimeoutMs: number;
}

type Asking = Extract<Outcome, { kind: 'asking' }>;

/**
 * Puts all questions of a round to the client at once. A refusal is an answer; a refusal of one that the flow cannot do without
 * withdraws the others, and so does the first question without whose answer the call ends.
 */
export async function askAll(asking: Asking, parts: LegParts): Promise<Asked> {
  const { asks, deadline } = asking;
  const { call } = parts;
  const round = new AbortController();
  const answers = new Map<string, unknown>();
  const absent = new Set<string>();
  let failed: Failed | undefined;
  const unhook = whenAborted(call.signal, () => round.abort());
  const legs = [...asks].map(async ([step, ask]) => {
    const leg = await put(step, ask, deadline, round.signal, parts);
    const meaning = meaningOf(step, ask, leg, asking);
    if (meaning.kind === 'answered') {
      answers.set(step, meaning.answer);
      if (meaning.endsRound) round.abort();
    } else if (meaning.kind === 'left_out') {
      for (const name of meaning.absent) absent.add(name);
    } else {
      failed ??= meaning;
      round.abort();
    }
  });
  await Promise.all(legs);
  unhook();
  if (call.signal.aborted) return { kind: 'abandoned' };
  if (failed !== undefined) return failed;
  // In the order of the questions, and defined rather than assigned: a wire key may be any string.
  const inOrder = [...asks.keys()].filter((step) => answers.has(step));
  const responses = Object.fromEntries(inOrder.map((step) => [step, answers.get(step)]));
  return { kind: 'answered', responses, ...(absent.size > 0 && { absent }) };
}

/** What the client is told of a question that it need not answer any more. */
const WITHDRAWN = {
  timed_out: 'The question was not answered in time',
  late: 'The call is past its deadline',
  disconnected: 'The stream of the call was closed',
  withdrawn: 'The answer is no longer needed',
} as const;

/** Puts one question, and waits no longer than its time-out since the last progress, the flow's deadline, and the round. */
async function put(
  step: string,
  ask: WireAsk,
  deadline: number,
  round: AbortSignal,
  parts: LegParts,
): Promise<Leg> {
  const { host, call, connection, asks, roundTimeoutMs } = parts;
  const { clock } = host;
  const timeoutMs = ask.timeoutMs ?? roundTimeoutMs;
  const began = clock.now();
  let heard = began;
  const open = new AbortController();
  const settled = new AbortController();
  // An abort and a time-out look the same from outside: the reason is kept here (the first one wins).
  let because: keyof typeof WITHDRAWN | undefined;
  const withdraw = (why: keyof typeof WITHDRAWN) => {
    because ??= why;
    open.abort(WITHDRAWN[because]);
  };
  const unhook = [
    whenAborted(round, () => withdraw('withdrawn')),
    connection.gone
      ? whenAborted(connection.gone, () => withdraw('disconnected'))
      : () => undefined,
  ];
  const due = () => Math.min(heard + timeoutMs, deadline);
  passed(clock, due, settled.signal).then(
    () => withdraw(clock.now() >= deadline ? 'late' : 'timed_out'),
    () => undefined,
  );
  asks.open++;
  const leg = await reply();
  asks.open--;
  settled.abort();
  for (const off of unhook) off();
  const end = leg.end === 'late' ? 'timed_out' : leg.end;
  host.ended(call, {
    step,
    end,
    ms: clock.now() - began,
    ...(leg.end === 'refused_by_client' && { code: leg.code }),
  });
  return leg;

  async function reply(): Promise<Leg> {
    if (because !== undefined) return { end: because }; // with no stream left to carry it, it is not sent at all
    const progressed = () => {
      heard = clock.now();
    };
    const got = await connection.send(as2025(ask, host), { signal: open.signal, progressed });
    switch (got.kind) {
      case 'answered':
        return { end: 'answered', answer: got.answer };
      case 'refused':
        return { end: 'refused_by_client', code: got.code };
      case 'lost':
        return { end: because ?? 'disconnected' };
    }
  }
}

/** Resolves once the clock has passed `due`, which may move while it waits; rejects when `signal` aborts. */
async function passed(
  clock: LegacyHost['clock'],
  due: () => number,
  signal: AbortSignal,
): Promise<void> {
  for (let left = due() - clock.now(); left > 0; left = due() - clock.now())
    await clock.sleep(Math.min(left, LONGEST_WAIT_MS), signal);
}

/** A 2025 client needs an id on every URL question; core's own have one (spec 2025-11-25: client/elicitation, URL Mode). */
function as2025({ method, params }: WireAsk, { random }: LegacyHost): WireAsk {
  const isUrl = method === 'elicitation/create' && params.mode === 'url';
  if (!isUrl || params.elicitationId !== undefined) return { method, params };
  return {
    method,
    params: { ...params, elicitationId: Buffer.from(random(16)).toString('base64url') },
  };
}
