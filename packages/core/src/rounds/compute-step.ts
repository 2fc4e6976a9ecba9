import { isAgain } from '../asks/again.js';
import { questionsOf } from '../asks/question.js';
import type { StepBlueprint } from '../blueprint/blueprint.js';
import { isPlainJson, type Json } from '../json.js';
import { NotJson, throughJson } from '../strict-json.js';
import { failedIn } from './ended.js';
import type { Evaluation } from './evaluation.js';
import type { ComputeEntry } from './journal.js';
import { type Settled, type Standing, settled } from './standing.js';

/** Evaluates a compute: from the journal that holds it, else by entering its method (R4). */
export async function evaluateCompute(round: Evaluation, step: StepBlueprint): Promise<Standing> {
  const record = await validCompute(round, step);
  if (record && !record.carry) {
    const standing = await readValue(round, step, record.value);
    if (standing) {
      round.entries.set(step.name, record);
      return standing;
    }
    round.records.drop(step.name, 'schema');
  }
  if (round.quiet) return { at: 'waiting' };
  const unfinished = record?.carry ? record : undefined;
  if (unfinished?.carry && round.deps.now() < unfinished.carry.notBefore)
    return goAgain(round, step, unfinished);

  const called = await round.call(step, unfinished?.carry?.value);
  if (called === undefined) return { at: 'waiting' };
  // What another version made goes once there is something in its place: its readers stay, if that is the same (R3).
  if (record === undefined) round.records.drop(step.name, 'version');
  // A value continued from a carry stands on what the carry stood on.
  const base = {
    kind: 'compute',
    version: step.version,
    reads: { ...unfinished?.reads, ...called.reads },
  } as const;
  if (isAgain(called.result)) {
    const { carry, afterMs = 0 } = called.result;
    return goAgain(round, step, {
      ...base,
      carry: { ...present(asJson(round, step, carry)), notBefore: round.deps.now() + afterMs },
    });
  }
  if (questionsOf(called.result) !== undefined) {
    throw failedIn(
      step.name,
      new TypeError(
        `${where(round, step)} is marked @Compute and returned an ask; mark it @Elicit, @Sample or @Roots`,
      ),
    );
  }
  const json = asJson(round, step, called.result);
  const standing = await readValue(round, step, json);
  if (standing === undefined)
    throw failedIn(
      step.name,
      new TypeError(`${where(round, step)} returned a value that its own schema refuses`),
    );
  round.entries.set(step.name, { ...base, ...present(json) });
  return standing;
}

/** A compute's record of this version if all that it read holds; dropped, with an event, if not. */
async function validCompute(
  round: Evaluation,
  step: StepBlueprint,
): Promise<ComputeEntry | undefined> {
  const entry = round.records.compute(step);
  if (entry === undefined) return undefined;
  const broken = await round.broken(entry.reads);
  if (broken === undefined) return entry;
  round.records.drop(step.name, broken);
  return undefined;
}

function goAgain(round: Evaluation, step: StepBlueprint, entry: ComputeEntry): Standing {
  round.entries.set(step.name, entry);
  return { at: 'again', notBefore: entry.carry?.notBefore ?? 0 };
}

/** Reads a compute's JSON by its schema, if it has one; `undefined` when the schema refuses it. */
async function readValue(
  round: Evaluation,
  step: StepBlueprint,
  json: Json | undefined,
): Promise<Settled | undefined> {
  const value = json === undefined ? undefined : structuredClone(json);
  if (step.schema === undefined) return settled({ outcome: 'answered', value });
  const reading = await step.schema(value);
  if (!reading.ok) return undefined;
  if (reading.value !== undefined && !isPlainJson(reading.value))
    throw failedIn(
      step.name,
      new TypeError(
        `${where(round, step)} has a schema that makes no JSON of its value; readers are told that it is JSON, so convert it where it is read`,
      ),
    );
  return settled({ outcome: 'answered', value: reading.value });
}

/** Passes a compute's value through JSON. */
function asJson(round: Evaluation, step: StepBlueprint, value: unknown): Json | undefined {
  try {
    return throughJson(value);
  } catch (cause) {
    const why = cause instanceof NotJson ? `: ${cause.message}` : '';
    throw failedIn(
      step.name,
      new TypeError(`${where(round, step)} must return JSON${why}`, { cause }),
    );
  }
}

const where = (round: Evaluation, step: StepBlueprint): string =>
  `${round.blueprint.className}.${step.name}`;

const present = (value: Json | undefined): { readonly value?: Json } =>
  value === undefined ? {} : { value };
