import { ConfigError } from '@countersign/core';
import { nullProblem } from './host.js';
import { LONGEST_WAIT_MS, type Pacing, pacer } from './pacing.js';
import type { EventStore } from './sdk.js';

/** How sessions over Streamable HTTP live and end. */
export interface SessionOptions {
  /** Milliseconds without a request, a call in flight or an open stream after which a session ends; default 1800000. */
  idleMs?: number;
  /** Sessions in all; default 1000. A live session is never given up for a new one: that one is refused with HTTP 503. */
  max?: number;
  /** Sessions of one principal (anonymous callers are one); default 100. More are refused with HTTP 429. */
  maxPerPrincipal?: number;
  /** Keeps what was sent on streams, so that a client can resume one by `Last-Event-ID`; default none. Sessions see only their own. */
  eventStore?: EventStore;
}

/** What `legacyShim` takes. Unknown names are a `ConfigError` `invalid_option`. */
export interface LegacyShimOptions {
  /** `input_required` results of one call that settled no answer; default 8. */
  maxRounds?: number;
  /**
   * Milliseconds that one question waits, anew after each progress notification of the client; default 600000. A step's own
   * `timeoutMs` wins. No question outlives its flow's deadline.
   */
  roundTimeoutMs?: number;
  /** Pace of state-only rounds; default 250 milliseconds. */
  pacing?: Pacing;
  /** `false` serves every HTTP request on its own: nothing can be asked there. */
  sessions?: SessionOptions | false;
  /** Answers HTTP requests with one JSON body instead of a stream: nothing can be asked there. Default false. */
  jsonResponse?: boolean;
}

/** The options with defaults in place, checked. */
export interface Settings {
  readonly maxRounds: number;
  readonly roundTimeoutMs: number;
  readonly pace: (round: number) => number;
  readonly sessions:
    | (Required<Omit<SessionOptions, 'eventStore'>> & Pick<SessionOptions, 'eventStore'>)
    | false;
  readonly jsonResponse: boolean;
}

const OPTIONS: { readonly [N in keyof Required<LegacyShimOptions>]: true } = {
  maxRounds: true,
  roundTimeoutMs: true,
  pacing: true,
  sessions: true,
  jsonResponse: true,
};
const SESSION_OPTIONS: { readonly [N in keyof Required<SessionOptions>]: true } = {
  idleMs: true,
  max: true,
  maxPerPrincipal: true,
  eventStore: true,
};

const invalid = (message: string) => new ConfigError('invalid_option', `legacyShim: ${message}`);

/** Checks the options and puts the defaults in place. Throws `ConfigError` `invalid_option` naming the option. */
export function settle(options: LegacyShimOptions): Settings {
  known('', options, OPTIONS);
  const { sessions = {}, jsonResponse = false, pacing = 250 } = options;
  if (typeof jsonResponse !== 'boolean') throw invalid('jsonResponse must be true or false');
  if (sessions !== false) known('sessions.', sessions, SESSION_OPTIONS);
  return {
    maxRounds: count('maxRounds', options.maxRounds, 8),
    roundTimeoutMs: count('roundTimeoutMs', options.roundTimeoutMs, 600_000, LONGEST_WAIT_MS),
    pace: pacer(pacing),
    sessions: sessions !== false && {
      idleMs: count('sessions.idleMs', sessions.idleMs, 1_800_000, LONGEST_WAIT_MS),
      max: count('sessions.max', sessions.max, 1000),
      maxPerPrincipal: count('sessions.maxPerPrincipal', sessions.maxPerPrincipal, 100),
      ...(sessions.eventStore !== undefined && { eventStore: store(sessions.eventStore) }),
    },
    jsonResponse,
  };
}

function known(where: string, given: unknown, names: object): void {
  const problem = nullProblem(given, where);
  if (problem !== undefined) throw invalid(problem);
  if (typeof given !== 'object' || given === null)
    throw invalid(
      where === '' ? 'takes one object of options' : 'sessions must be options or false',
    );
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(names, name))
      throw invalid(`unknown option ${where}${name}; known are ${Object.keys(names).join(', ')}`);
  }
}

/** A count from 1; NaN, fractions and infinities would make a bound that never bites. */
function count(
  name: string,
  value: number | undefined,
  fallback: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  const chosen = value ?? fallback;
  if (!Number.isSafeInteger(chosen) || chosen < 1 || chosen > most)
    throw invalid(`${name} must be a whole number from 1 to ${most}`);
  return chosen;
}

function store(given: EventStore): EventStore {
  if (typeof given?.storeEvent !== 'function' || typeof given.replayEventsAfter !== 'function')
    throw invalid('sessions.eventStore must have methods storeEvent and replayEventsAfter');
  return given;
}
