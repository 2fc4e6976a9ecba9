import { isAgain } from '../asks/again.js';
import { lacking, mergeNeeds, wireFor } from '../asks/capabilities.js';
import { type Question, questionsOf, type WireAsk } from '../asks/question.js';
import { responsesOf } from '../asks/responses.js';
import { ASKS_OF, type Blueprint, type StepBlueprint, type StepKind } from '../blueprint/blueprint.js';
import { type Digest, digestText } from '../digest.js';
import { type Json, type JsonObject, canonicalJson, throughJson } from '../json.js';
import { MAX_CHANGES } from '../limits.js';
import { takeAnswer, type Taken } from './answer.js';
import type { StepOutcome } from './context.js';
import { Ended, failedIn } from './ended.js';
import { Records, type ReadsNow, brokenRead } from './entries.js';
import type { ComputeEntry, Entry, Journal, OpenAsk, Reads } from './journal.js';
import { stepOf } from './journal.js';
import { type Recorder, recorder } from './reads.js';
import type { RoundDeps } from './round.js';
import { type Settled, type Standing, settled } from './standing.js';
import { stepContext } from './step-context.js';

/** A question that this round puts to the client. */
export interface PutAsk {
  readonly wire: WireAsk;
  readonly open: OpenAsk;
}

type Called = { readonly waiting: string } | { readonly result: unknown; readonly reads: Reads };

/** Digests the parsed input; what has no JSON form of its own is written out. */
const digestInput = (input: unknown): Digest =>
  digestText(
    canonicalJson(
      JSON.parse(
        JSON.stringify(input ?? null, (_, value) =>
          typeof value === 'bigint' ? `${value}n` : value instanceof Map || value instanceof Set ? [...value] : value,
        ),
      ),
    ),
  );

/** Says in the question's message what was wrong with the last answer (R5); a question without a message stays as it is. */
const corrected = ({ method, params }: WireAsk, problem: string | undefined): WireAsk =>
  problem !== undefined && typeof params.message === 'string' ? { method, params: { ...params, message: `${params.message}\n\n${problem}` } } : { method, params };

/**
 * What one round knows and does, step by step. Evaluation is driven by demand: a method that reads an answer makes the
 * round settle that step first and is entered again, so the order of methods in the class never matters for correctness.
 */
export class Evaluation {
  readonly entries = new Map<string, Entry>();
  readonly asks = new Map<string, PutAsk>();
  readonly attempts: Map<string, number>;
  readonly changes: Map<string, number>;
  readonly input: Digest;
  readonly records: Records;
  /** Capabilities that required asks of this round need and the client did not declare (R7). */
  lacking: JsonObject | undefined;
  /** Whether any ask was settled by this request (R9). */
  settledAny = false;
  /** Set while a refusal collects what was settled before: nothing is taken, put or computed any more. */
  quiet = false;
  /** Earliest time, in milliseconds since the epoch, that a compute which said `again` may run. */
  readonly notBefore = new Map<string, number>();

  readonly #standings = new Map<string, Standing>();
  readonly #entered = new Set<string>();
  readonly #responses: ReadonlyMap<string, unknown>;
  readonly #taken = new Set<string>();
  readonly #now: ReadsNow;
  #spent: number | undefined;

  constructor(
    readonly blueprint: Blueprint,
    readonly journal: Journal,
    responses: unknown,
    readonly deps: RoundDeps,
  ) {
    this.input = digestInput(deps.input);
    this.records = new Records(journal, (step, because) => deps.emit({ type: 'entry.dropped', step, because }), this.input);
    this.attempts = new Map(Object.entries(journal.attempts));
    this.changes = new Map(Object.entries(journal.changes));
    this.#responses = responsesOf(responses);
    this.#now = { steps: blueprint.steps, digestOf: (step) => this.#digestOf(step) };
  }

  get now(): ReadsNow {
    return this.#now;
  }

  standing(step: string): Standing | undefined {
    return this.#standings.get(step);
  }

  settled(step: string): Settled | undefined {
    const standing = this.#standings.get(step);
    return standing?.at === 'settled' ? standing : undefined;
  }

  /** Settles a step as far as this round can. */
  async evaluate(step: StepBlueprint): Promise<Standing> {
    const known = this.#standings.get(step.name);
    if (known !== undefined) return known;
    if (this.#entered.has(step.name)) return { at: 'waiting', on: step.name };
    this.#entered.add(step.name);
    const standing = step.kind === 'compute' ? await this.#compute(step) : await this.#ask(step, step.kind);
    this.#entered.delete(step.name);
    this.#standings.set(step.name, standing);
    return standing;
  }

  /** Looks a finished compute up in the journal, without running it (R3, R4). */
  async restore(step: StepBlueprint): Promise<Settled | undefined> {
    const entry = await this.validCompute(step);
    if (entry === undefined || entry.carry !== undefined) return undefined;
    const value = await this.#readValue(step, entry.value);
    if (value === undefined) return undefined;
    this.entries.set(step.name, entry);
    this.#standings.set(step.name, value);
    return value;
  }

  /** A compute's record if it may still be used; dropped, with an event, if not. */
  async validCompute(step: StepBlueprint): Promise<ComputeEntry | undefined> {
    const entry = this.records.compute(step);
    if (entry === undefined) return undefined;
    const broken = await brokenRead(entry.reads, this.#now);
    if (broken === undefined) return entry;
    this.records.dropEntry(step.name, broken);
    return undefined;
  }

  /** Makes the `answers` of `run` or of a method: every read is noted. */
  recorder(self: string | undefined): Recorder {
    return recorder({
      className: this.blueprint.className,
      self,
      steps: [...this.blueprint.steps.keys()],
      settled: (step) => this.settled(step),
    });
  }

  /** Reports answers that were sent for steps which took none (R2). Keys that name no step are not worth a word (R8). */
  reportIgnored(): void {
    for (const key of this.#responses.keys()) {
      if (this.blueprint.steps.has(stepOf(key)) && !this.#taken.has(key)) this.deps.emit({ type: 'answer.ignored', step: key });
    }
  }

  /** Whether the request answers any ask that its state lists as open (R5). */
  #answersSomething(): boolean {
    for (const key of this.records.openKeys()) if (this.#responses.has(key)) return true;
    return false;
  }

  async #digestOf(name: string): Promise<Digest | undefined> {
    const known = this.#standings.get(name);
    if (known !== undefined) return known.at === 'settled' ? known.digest : undefined;
    const step = this.blueprint.steps.get(name);
    if (step === undefined || this.#entered.has(name)) return undefined;
    const standing = step.kind === 'compute' ? await this.restore(step) : await this.evaluate(step);
    return standing?.at === 'settled' ? standing.digest : undefined;
  }

  /** Enters a method until it has read nothing that could still be settled in this round (R12). */
  async #call(step: StepBlueprint, carried: unknown): Promise<Called> {
    const method = (this.deps.instance as Record<string, (...args: unknown[]) => unknown>)[step.name];
    if (typeof method !== 'function') throw failedIn(step.name, new TypeError(`${this.blueprint.className}.${step.name} is no method on the instance`));
    for (;;) {
      const reading = this.recorder(step.name);
      const ctx = stepContext(this, step, reading, carried);
      let thrown: { readonly error: unknown } | undefined;
      let result: unknown;
      try {
        result = await method.call(this.deps.instance, this.deps.input, reading.answers, ctx);
      } catch (error) {
        thrown = { error };
      }
      reading.close();
      if (reading.misread) throw failedIn(step.name, reading.misread);
      if (reading.missing !== undefined) {
        const other = this.blueprint.steps.get(reading.missing);
        if (other && (this.quiet && other.kind === 'compute' ? await this.restore(other) : await this.evaluate(other))?.at === 'settled') continue;
        return { waiting: reading.missing };
      }
      if (thrown) throw failedIn(step.name, thrown.error);
      return { result, reads: Object.fromEntries(reading.reads) };
    }
  }

  async #ask(step: StepBlueprint, kind: Exclude<StepKind, 'compute'>): Promise<Standing> {
    const called = await this.#call(step, undefined);
    if ('waiting' in called) return { at: 'waiting', on: called.waiting };
    const where = `${this.blueprint.className}.${step.name}`;
    const questions = called.result === undefined ? undefined : questionsOf(called.result);
    if (called.result !== undefined && questions === undefined) {
      throw failedIn(step.name, new TypeError(`${where} must return an ask (ask.form, ask.url, …) or undefined`));
    }
    const members = questions === undefined ? [] : 'one' in questions ? [[step.name, questions.one] as const] : [...questions.all].map(([name, q]) => [`${step.name}.${name}`, q] as const);
    const keys = new Set(members.map(([key]) => key));
    for (const key of this.records.keysOf(step.name)) if (!keys.has(key)) this.records.dropEntry(key, 'skipped');
    if (questions === undefined) return settled({ outcome: 'skipped' });

    const answers = new Map<string, Taken | undefined>();
    for (const [key, question] of members) {
      if (!ASKS_OF[kind].includes(question.kind)) {
        throw failedIn(step.name, new TypeError(`${where} is marked @${kind[0]?.toUpperCase()}${kind.slice(1)} and may not return a ${question.kind} ask`));
      }
      answers.set(key, await this.#settle(step, key, question, called.reads));
    }
    if ('one' in questions) {
      const answer = answers.get(step.name);
      return answer ? settled(answer) : { at: 'asking' };
    }
    if ([...answers.values()].includes(undefined)) return { at: 'asking' };
    const value: Record<string, unknown> = Object.create(null);
    const outcomes = new Map<string, StepOutcome>();
    const raws: Record<string, Json> = Object.create(null);
    for (const [key, answer] of answers) {
      const member = key.slice(step.name.length + 1);
      value[member] = answer?.value;
      outcomes.set(member, answer?.outcome ?? 'missing');
      if (answer?.raw !== undefined) raws[member] = answer.raw;
    }
    return settled({ outcome: 'answered', value, raw: raws, members: outcomes });
  }

  /** Settles one question, from the journal or from the request, or puts it to the client. */
  async #settle(step: StepBlueprint, key: string, question: Question, reads: Reads): Promise<Taken | undefined> {
    const entry = this.records.entry(key);
    const open = this.records.open(key);
    const record = entry?.kind === 'compute' ? undefined : (entry ?? open);
    let holds = false;
    if (entry?.kind === 'compute') this.records.dropEntry(key, 'version');
    if (record) {
      const broken = (await brokenRead(record.reads, this.#now)) ?? (record.ask === question.digest ? undefined : 'question');
      holds = broken === undefined;
      if (broken) {
        entry ? this.records.dropEntry(key, broken) : this.records.dropOpen(key);
        if (!entry) this.deps.emit({ type: 'entry.dropped', step: key, because: broken });
      }
      if (broken === 'question') this.#changed(key);
    }
    const kept: Reads = record && holds ? { ...record.reads, ...reads } : reads;

    if (entry && entry.kind !== 'compute' && holds) {
      if (entry.outcome !== 'answered') return this.#keep(key, { ...entry, reads: kept }, { outcome: entry.outcome });
      const reading = await question.read(entry.raw ?? {}, this.deps.compileJsonSchema);
      if (reading.ok) return this.#keep(key, { ...entry, reads: kept }, { outcome: 'answered', value: reading.value, raw: entry.raw });
      this.records.dropEntry(key, 'schema');
    }
    const presupplied = this.journal.rounds === 0 && step.presupplied && Object.keys(reads).length === 0;
    if (this.quiet) return undefined;
    const answer =
      (open && holds) || presupplied
        ? await takeAnswer({
            key,
            question,
            response: this.#responses.get(key),
            presupplied,
            unansweredSettles: question.optional && !presupplied && (this.#answersSomething() || this.records.openAsks().every(([, ask]) => ask.optional)),
            attempts: { soFar: this.attempts.get(key) ?? 0, limit: step.attempts },
            room: () => this.#room(),
            deps: this.deps,
          })
        : undefined;
    if (answer?.attempt !== undefined) this.attempts.set(key, answer.attempt);
    if (answer && answer.used) this.#taken.add(key);
    if (answer?.taken) {
      this.settledAny = true;
      return this.#keep(key, { kind: question.kind, ask: question.digest, reads: kept, outcome: answer.taken.outcome, ...(answer.taken.raw === undefined ? {} : { raw: answer.taken.raw }) }, answer.taken);
    }
    return this.#put(step, key, question, reads, answer?.problem);
  }

  #keep(key: string, entry: Entry, answer: Taken): Taken {
    this.entries.set(key, entry);
    return answer;
  }

  /** A question that changed although nothing it read did: volatile text in a message, or a deploy (R2). */
  #changed(key: string): void {
    const changes = (this.changes.get(key) ?? 0) + 1;
    this.changes.set(key, changes);
    if (changes >= MAX_CHANGES) throw new Ended({ kind: 'exhausted', limit: 'changes', step: key });
  }

  #put(step: StepBlueprint, key: string, question: Question, reads: Reads, problem: string | undefined): Taken | undefined {
    const missing = lacking(question.needs, this.deps.capabilities);
    if (missing && question.optional) return { outcome: 'unsupported' };
    if (missing) this.lacking = this.lacking ? mergeNeeds(this.lacking, missing) : missing;
    const wire = { ...corrected(wireFor(question.wire, this.deps.capabilities), problem), ...(step.timeoutMs === undefined ? {} : { timeoutMs: step.timeoutMs }) };
    this.asks.set(key, { wire, open: { ask: question.digest, reads, ...(question.optional ? { optional: true } : {}) } });
    return undefined;
  }

  async #compute(step: StepBlueprint): Promise<Standing> {
    const restored = await this.restore(step);
    if (restored) return restored;
    const record = await this.validCompute(step);
    const unfinished = record?.carry ? record : undefined;
    const now = this.deps.now();
    if (unfinished?.carry && now < unfinished.carry.notBefore) return this.#again(step, unfinished);

    const called = await this.#call(step, unfinished?.carry?.value);
    if ('waiting' in called) return { at: 'waiting', on: called.waiting };
    // A value continued from a carry stands on what the carry stood on.
    const reads = { ...unfinished?.reads, ...called.reads };
    const base = { kind: 'compute', version: step.version, reads } as const;
    if (isAgain(called.result)) {
      const value = this.#json(step, called.result.carry);
      return this.#again(step, { ...base, carry: { ...(value === undefined ? {} : { value }), notBefore: this.deps.now() + (called.result.afterMs ?? 0) } });
    }
    const value = this.#json(step, called.result);
    const standing = await this.#readValue(step, value);
    if (standing === undefined) throw failedIn(step.name, new TypeError(`${this.blueprint.className}.${step.name} returned a value that its own schema refuses`));
    this.entries.set(step.name, { ...base, ...(value === undefined ? {} : { value }) });
    return standing;
  }

  #again(step: StepBlueprint, entry: ComputeEntry): Standing {
    this.entries.set(step.name, entry);
    this.notBefore.set(step.name, entry.carry?.notBefore ?? 0);
    return { at: 'again' };
  }

  /** Reads a compute's JSON by its schema, if it has one; `undefined` when the schema refuses it. */
  async #readValue(step: StepBlueprint, json: Json | undefined): Promise<Settled | undefined> {
    if (step.schema === undefined) return settled({ outcome: 'answered', value: json === undefined ? undefined : structuredClone(json) });
    const reading = await step.schema(json);
    if (reading.ok) return settled({ outcome: 'answered', value: reading.value, raw: json });
    this.records.dropEntry(step.name, 'schema');
    return undefined;
  }

  /** Passes a compute's value through JSON, and refuses one that no state could carry. */
  #json(step: StepBlueprint, value: unknown): Json | undefined {
    const where = `${this.blueprint.className}.${step.name}`;
    let json: Json | undefined;
    try {
      json = throughJson(value);
    } catch (error) {
      throw failedIn(step.name, new TypeError(`${where} must return JSON`, { cause: error }));
    }
    const bytes = json === undefined ? 0 : Buffer.byteLength(JSON.stringify(json));
    if (bytes > this.#room()) throw failedIn(step.name, new RangeError(`${where} returned ${bytes} bytes, more than state.maxBytes leaves room for; return a reference instead`));
    return json;
  }

  /** Bytes that the journal's entries may still grow by before the sealed state would be too long. */
  #room(): number {
    this.#spent ??= Buffer.byteLength(JSON.stringify(this.journal.entries));
    let fresh = 0;
    for (const [key, entry] of this.entries) if (this.records.entry(key) === undefined) fresh += Buffer.byteLength(JSON.stringify(entry));
    return this.deps.maxJournalBytes - this.#spent - fresh;
  }
}
