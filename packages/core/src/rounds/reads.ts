import type { Digest } from '../digest.js';
import type { CallContext, StepOutcome } from './context.js';
import { stepOf } from './journal.js';
import type { Settled } from './standing.js';

/** Stops a method that read what is not there yet. Only a courtesy: the note taken by the recorder decides (R12). */
class NotYet extends Error {
  override readonly name = 'NotYet';

  constructor(step: string, reader?: string) {
    super(
      reader === undefined
        ? `${step} is not settled yet`
        : `${reader} reads "${step}" after it returned, in a check, say: read it in the method itself`,
    );
  }
}

/** Tells the toolkit's own stop from an author's error: a method may leave one behind in a promise that nobody awaits. */
export const isNotYet = (error: unknown): boolean => error instanceof NotYet;

/** Names a runtime asks every object for; reading them is no read of an answer. */
const NO_READS: ReadonlySet<string | symbol> = new Set(['then', 'toJSON']);

const CONTEXT: ReadonlySet<string> = new Set(
  Object.keys({
    signal: true,
    principal: true,
    era: true,
    client: true,
    log: true,
    progress: true,
    fail: true,
    flow: true,
    step: true,
    outcome: true,
    idempotencyKey: true,
    inputResponses: true,
    mintRequestState: true,
    requestState: true,
  } satisfies Record<keyof CallContext, true>),
);

/** What one entry of a method read, noted by the toolkit itself: the method's own try/catch cannot hide it (R12). */
export interface Recorder {
  readonly answers: object;
  outcome(key: string): StepOutcome;
  /** Digests of what was read, by step; nothing that `run` or `declined` read, since they are no entries. */
  readonly reads: ReadonlyMap<string, Digest>;
  /** The first step that was read and is not there. */
  readonly missing: string | undefined;
  /** A read of a key that is no step, or of the step's own. Wins over everything else. */
  readonly misread: TypeError | undefined;
  /** Whether the step looked at `ctx.step.attempt`: then another attempt may be another question. */
  attemptRead: boolean;
  /** Ends the noting: what a promise that nobody awaited reads from now on changes nothing any more. */
  close(): void;
}

interface RecorderOptions {
  readonly className: string;
  /** The reading step; `undefined` for `run` and `declined`. */
  readonly self: string | undefined;
  readonly steps: readonly string[];
  /** Names of methods that are no steps, although the types take them for answers. */
  readonly helpers: ReadonlySet<string>;
  settled(step: string): Settled | undefined;
}

/** Makes the `answers` of one entry into a step or `run`, and notes every read. */
export function recorder({ className, self, steps, helpers, settled }: RecorderOptions): Recorder {
  const reads = new Map<string, Digest>();
  const others = steps.filter((step) => step !== self);
  let closed = false;

  const read = (step: string): Settled => {
    if (!others.includes(step)) {
      const why =
        step === self
          ? 'is the step itself'
          : helpers.has(step)
            ? `is a helper and has no answer: call this.${step}(…)`
            : CONTEXT.has(step)
              ? 'is no step but a member of the context, the third parameter'
              : 'is no step';
      const error = new TypeError(
        `${className}.${self ?? 'run'} reads the answer of "${step}", which ${why}; steps: ${others.join(', ') || 'none'}`,
      );
      if (!closed) recording.misread ??= error;
      throw error;
    }
    // A late read is noted nowhere, so its answer could change unseen; what the method itself read is noted.
    if (closed && self !== undefined && !reads.has(step))
      throw new NotYet(step, `${className}.${self}`);
    const answer = settled(step);
    if (answer === undefined) {
      if (!closed) recording.missing ??= step;
      throw new NotYet(step);
    }
    if (!closed && self !== undefined) reads.set(step, digestOf(step, answer));
    return answer;
  };

  /** What cannot be compared could change between rounds and nobody would know: the author is told, whatever they catch. */
  const digestOf = (step: string, answer: Settled): Digest => {
    try {
      return answer.digest;
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      const error = new TypeError(`${className}.${self} reads the answer of "${step}": ${why}`, {
        cause,
      });
      recording.misread ??= error;
      throw error;
    }
  };

  const answers = new Proxy(Object.create(null) as object, {
    get: (_, key) => (typeof key === 'symbol' || NO_READS.has(key) ? undefined : read(key).value),
    has: (_, key) => typeof key === 'string' && others.includes(key),
    ownKeys: () => [...others],
    getOwnPropertyDescriptor: (_, key) =>
      typeof key === 'string' && others.includes(key)
        ? { enumerable: true, configurable: true, value: read(key).value }
        : undefined,
    set: () => false,
    defineProperty: () => false,
  });

  // Plain members that are written to, and no getters: see `ContextView`.
  const recording: Writable<Recorder> = {
    answers,
    outcome(key) {
      const step = stepOf(key);
      const answer = read(step);
      return key === step
        ? answer.outcome
        : (answer.members?.get(key.slice(step.length + 1)) ?? 'skipped');
    },
    reads,
    missing: undefined,
    misread: undefined,
    attemptRead: false,
    close() {
      closed = true;
    },
  };
  return recording;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
