import type { Clock, ServerEvent } from '@countersign/core';
import { clockOf, freshInstance, type Instance } from '../instance.js';
import type { Members } from '../members.js';
import type { Stage } from '../position.js';
import type { ComponentRequest } from '../sdk.js';
import { type Again, type Asking, type Interim, observed } from './bridge.js';
import { type Arriving, arriving, type LiveQuestion } from './questions.js';
import { type Ended, type LiveSession, openSession } from './session.js';
import { standingClock } from './standing-clock.js';
import { turns } from './turns.js';

/** What an open call came to. */
export type Turn =
  | {
      readonly kind: 'asked';
      readonly outcome: Asking;
      readonly questions: ReadonlyMap<string, LiveQuestion>;
    }
  /** The server waits `ms` milliseconds before the next round; `go` ends the wait. */
  | {
      readonly kind: 'paused';
      readonly outcome: Again;
      readonly ms: number;
      readonly go: () => void;
    }
  | ({ readonly kind: 'ended' } & Ended);

/** A call of a 2025 client that is open: the server may ask on its stream, and the client answers there. */
export interface LiveCall extends Pick<LiveSession, 'id' | 'post'> {
  readonly instance: Instance;
  /** Time by this branch of the test. */
  readonly test: Clock;
  /** What the call comes to next. Rejects with what the server's `fetch` throws. */
  next(): Promise<Turn>;
  /** Lets the time that passed for the test pass here too, with all that follows from it. */
  catchUp(): Promise<void>;
  /** Resolves once the server has reported, after its first `from` events, the end of each of these questions. */
  ended(steps: readonly string[], from: number): Promise<void>;
  /** Leaves, as a client that vanishes does. */
  hangUp(): Promise<void>;
}

export interface Opening {
  readonly stage: Stage;
  readonly request: ComponentRequest;
  /** Milliseconds since the epoch at which the connection stands until `catchUp`. */
  readonly since: number;
  /** What the first rounds came to when they were played. */
  readonly known: readonly Interim[];
}

/** Opens a session at a fresh instance and sends the call. */
export async function openCall({ stage, request, since, known }: Opening): Promise<LiveCall> {
  const { session, caller, capabilities } = stage;
  const test = clockOf(session, stage);
  const clock = standingClock(test, since);
  const happened = turns<() => Turn>();
  const reports = new Set<() => void>();
  let asking: { readonly outcome: Asking; readonly arriving: Arriving } | undefined;
  let pausing: Again | undefined;

  const instance = freshInstance(session, stage, {
    heard: () => {
      for (const heard of reports) heard();
    },
    legacy: (bridge) =>
      observed(bridge, {
        clock,
        known,
        concluded: (outcome) => {
          if (outcome.kind === 'asking') asking = { outcome, arriving: arriving(outcome) };
          if (outcome.kind === 'again') pausing = outcome;
        },
        paused: (ms, go) => {
          const outcome = pausing;
          if (outcome !== undefined) happened.add(() => ({ kind: 'paused', outcome, ms, go }));
        },
      }),
  });
  const asked = (question: LiveQuestion) => {
    const questions = asking?.arriving.arrived(question);
    const outcome = asking?.outcome;
    if (outcome !== undefined && questions !== undefined)
      happened.add(() => ({ kind: 'asked', outcome, questions }));
  };
  let live: LiveSession | undefined;
  try {
    const opened = await openSession({ instance, caller }, { capabilities, asked });
    if ('refused' in opened) happened.add(() => ({ kind: 'ended', ...opened.refused }));
    else live = opened.session;
  } catch (error) {
    await instance.close();
    throw error;
  }
  live?.call(request).then(
    (ended) => happened.add(() => ({ kind: 'ended', ...ended })),
    (error: unknown) =>
      happened.add(() => {
        throw error;
      }),
  );
  const connected = (): LiveSession => {
    if (live === undefined) throw new TypeError('there is no session');
    return live;
  };

  return {
    instance,
    test,
    get id() {
      return connected().id;
    },
    post: (message: Members, route) => connected().post(message, route),
    next: async () => (await happened.next())(),
    catchUp: () => {
      clock.catchUp();
      // What waited for nothing but the time has happened by then.
      return new Promise((resolve) => setImmediate(resolve));
    },
    ended: (steps, from) =>
      new Promise((resolve) => {
        const heard = () => {
          const over = new Set(endedIn(instance.events.slice(from)));
          if (!steps.every((step) => over.has(step))) return;
          reports.delete(heard);
          resolve();
        };
        reports.add(heard);
        heard();
      }),
    hangUp: async () => {
      await live?.close();
      await instance.close();
    },
  };
}

/** The questions whose end is among these events. */
export const endedIn = (events: readonly ServerEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'question.ended' ? [event.step] : []));
