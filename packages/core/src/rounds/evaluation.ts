import type { Question, WireAsk } from '../asks/question.js';
import { responsesOf } from '../asks/responses.js';
import { explained } from '../blueprint/assignments.js';
import type { Blueprint, StepBlueprint } from '../blueprint/blueprint.js';
import type { Digest } from '../digest.js';
import type { JsonObject } from '../json.js';
import { digestValue } from '../value-digest.js';
import { type Asking, evaluateAsk } from './ask-step.js';
import { evaluateCompute } from './compute-step.js';
import type { RoundDeps } from './deps.js';
import { Ended, failedIn } from './ended.js';
import { brokenRead, type DropReason, digestIn, type ReadsNow, Records } from './entries.js';
import { type Entry, type Journal, type OpenAsk, type Reads, stepOf } from './journal.js';
import { type Recorder, recorder } from './reads.js';
import type { Settled, Standing } from './standing.js';
import { stepContext } from './step-context.js';
import { entering } from './watch.js';

/** A question that this round puts to the client. */
export interface PutAsk {
  readonly wire: WireAsk;
  readonly open: OpenAsk;
  readonly question: Question;
}

/** What a question that was settled takes to be put again. */
export interface TakenAsk {
  readonly step: StepBlueprint;
  readonly question: Question;
  readonly reads: Reads;
  readonly asking: Asking;
}

interface Called {
  readonly result: unknown;
  readonly reads: Reads;
  /** Whether the method looked at the attempt. */
  readonly attemptRead: boolean;
}

/**
 * What one round knows and does, step by step. Evaluation is driven by demand: a method that reads an answer makes the
 * round settle that step first and is entered again, so the order of methods in the class never matters for correctness.
 */
export class Evaluation implements ReadsNow {
  /** What the next state will hold, by wire key. */
  readonly entries = new Map<string, Entry>();
  readonly asks = new Map<string, PutAsk>();
  readonly attempts: Map<string, number>;
  readonly changes: Map<string, number>;
  /** Digests of the wordings that a question had in this flow, but for the one it has now. */
  readonly before: Map<string, readonly Digest[]>;
  readonly input: Digest;
  readonly records: Records;
  /** Wire keys of responses that were looked at. */
  readonly used = new Set<string>();
  /** Capabilities that required asks of this round need and the client did not declare, by wire key (R7). */
  readonly lacks = new Map<string, JsonObject>();
  /** Most questions of a step that may be open at a time, by step (`ask.each`). */
  readonly batches = new Map<string, number>();
  /** Questions that this request settled, and what it takes to put one of them again. */
  readonly taken = new Map<string, TakenAsk>();
  /** Whether an optional ask left unanswered settles now: something else was answered, or nothing else was to answer (R5). */
  readonly settlesUnanswered: boolean;
  /** Set while a refusal collects what was settled before: nothing is taken, put or computed any more. */
  quiet = false;

  readonly #standings = new Map<string, Standing>();
  /** Steps that are being evaluated, each for the one before it. */
  readonly #within: Frame[] = [];
  readonly #responses: ReadonlyMap<string, unknown>;

  constructor(
    readonly blueprint: Blueprint,
    readonly journal: Journal,
    responses: unknown,
    readonly deps: RoundDeps,
  ) {
    this.input = blueprint.steps.size > 0 ? digestInput(blueprint.className, deps.input) : '';
    this.records = new Records(journal, this.input, (step, because) =>
      deps.emit({ type: 'entry.dropped', step, because }),
    );
    this.attempts = new Map(Object.entries(journal.attempts));
    this.changes = new Map(Object.entries(journal.changes));
    this.before = new Map(
      Object.entries(journal.before).map(([key, of]) => [key, typeof of === 'string' ? [of] : of]),
    );
    this.#responses = responsesOf(responses);
    const open = Object.entries(journal.open);
    this.settlesUnanswered =
      open.some(([key]) => this.#responses.has(key)) || open.every(([, ask]) => ask.optional);
  }

  get steps(): ReadonlyMap<string, StepBlueprint> {
    return this.blueprint.steps;
  }

  standing(step: string): Standing | undefined {
    return this.#standings.get(step);
  }

  settled(step: string): Settled | undefined {
    const standing = this.#standings.get(step);
    return standing?.at === 'settled' ? standing : undefined;
  }

  /** Untrusted: what the client sent under a wire key. */
  responseTo(key: string): unknown {
    return this.#responses.get(key);
  }

  /** Settles a step as far as this round can. */
  async evaluate(step: StepBlueprint): Promise<Standing> {
    const known = this.#standings.get(step.name);
    if (known !== undefined) return known;
    if (this.#within.some((frame) => frame.step === step)) return this.#circle(step);
    this.#within.push({ step, checking: false });
    try {
      const standing =
        step.kind === 'compute'
          ? await evaluateCompute(this, step)
          : await evaluateAsk(this, step, step.kind);
      this.#standings.set(step.name, standing);
      return standing;
    } catch (error) {
      // What throws outside the method is the author's too: a check in a schema, say.
      throw error instanceof Ended || error instanceof Turned
        ? error
        : failedIn(step.name, explained(error, this.deps.instance));
    } finally {
      this.#within.pop();
    }
  }

  /**
   * A step that is needed for itself waits, if every step on the way reads the next: a real circle. Where one only has
   * a record that read the next, another version made the record, and the version that serves now reads the other way
   * round: that record is given up, a compute's before an answer (R10).
   */
  #circle(step: StepBlueprint): Standing {
    const from = this.#within.findIndex((frame) => frame.step === step);
    const records = this.#within.slice(from).filter(({ checking }) => checking);
    const turned = records.find((frame) => frame.step.kind === 'compute') ?? records[0];
    if (turned === undefined) return { at: 'waiting' };
    throw new Turned(turned.step);
  }

  /** Whether all that a record of the step under evaluation read holds in this round; else why not (R3). */
  async broken(reads: Reads): Promise<DropReason | undefined> {
    const frame = this.#within.at(-1) as Frame;
    frame.checking = true;
    try {
      return await brokenRead(reads, this);
    } catch (error) {
      if (error instanceof Turned && error.step === frame.step) return 'reads';
      throw error;
    } finally {
      frame.checking = false;
    }
  }

  /** The digest of a step's answer in this round, which settles it as far as that goes. */
  async digestOf(name: string): Promise<Digest | undefined> {
    const step = this.steps.get(name);
    const standing = step && (await this.evaluate(step));
    return standing?.at === 'settled' ? digestIn(standing) : undefined;
  }

  /** Makes the `answers` of `run` or of a method: every read is noted. */
  recorder(self: string | undefined): Recorder {
    return recorder({
      className: this.blueprint.className,
      self,
      steps: [...this.steps.keys()],
      helpers: this.blueprint.helpers,
      settled: (step) => this.settled(step),
    });
  }

  /** Enters a method until it has read nothing that could still be settled in this round (R12); `undefined` while it waits. */
  async call(step: StepBlueprint, carried: unknown, attempt = 1): Promise<Called | undefined> {
    const { instance, input, watch } = this.deps;
    // From the class: on the instance every step throws.
    const method: unknown = this.blueprint.component.prototype[step.name];
    if (typeof method !== 'function')
      throw failedIn(
        step.name,
        new TypeError(`${this.blueprint.className}.${step.name} is no method`),
      );
    for (;;) {
      const reading = this.recorder(step.name);
      let thrown: { readonly error: unknown } | undefined;
      let result: unknown;
      try {
        const context = stepContext(this, step, reading, { carried, attempt });
        const at = watch && {
          className: this.blueprint.className,
          member: step.name,
          kind: step.kind,
          context,
          settled: this.#asksAreSettled(),
        };
        result = await entering(this.deps, at, method as () => unknown, [
          input,
          reading.answers,
          context,
        ]);
      } catch (error) {
        thrown = { error };
      }
      reading.close();
      if (reading.misread) throw failedIn(step.name, reading.misread);
      if (reading.missing !== undefined) {
        if (await this.#settles(reading.missing)) continue;
        return undefined;
      }
      if (thrown) throw failedIn(step.name, explained(thrown.error, instance));
      const { attemptRead } = reading;
      return { result, reads: Object.fromEntries(reading.reads), attemptRead };
    }
  }

  #asksAreSettled(): boolean {
    for (const { kind, name } of this.steps.values())
      if (kind !== 'compute' && this.settled(name) === undefined) return false;
    return true;
  }

  async #settles(name: string): Promise<boolean> {
    const step = this.steps.get(name);
    if (step === undefined) return false;
    return (await this.evaluate(step)).at === 'settled';
  }

  /**
   * Reports answers that were sent for steps which took none (R2). Keys that name no step are not worth a word (R8), unless this
   * flow put the question: then another version did, and asks it again (R10).
   */
  reportIgnored(): void {
    for (const key of this.#responses.keys()) {
      // The rest of a key that this flow never wrote is the client's own text.
      const known =
        this.asks.has(key) ||
        Object.hasOwn(this.journal.entries, key) ||
        Object.hasOwn(this.journal.open, key);
      if (this.used.has(key) || !(known || this.steps.has(stepOf(key)))) continue;
      this.deps.emit({ type: 'answer.ignored', step: known ? key : stepOf(key) });
    }
  }
}

interface Frame {
  readonly step: StepBlueprint;
  /** Whether what its record read is being looked at; else its method is entered, or waits for a read. */
  checking: boolean;
}

/** Unwinds to the step whose record leads back to itself. Never leaves this file. */
class Turned extends Error {
  constructor(readonly step: StepBlueprint) {
    super(step.name);
  }
}

/** Digests the parsed input, whatever its type (R3). */
function digestInput(className: string, input: unknown): Digest {
  try {
    return digestValue(input);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw failedIn('run', new TypeError(`${className}: of its input, ${why}`, { cause }));
  }
}
