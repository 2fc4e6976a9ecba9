import { askOf, NOTHING, type Question, type WireAsk } from '../../src/asks/question.js';
import type { Blueprint, StepBlueprint, StepKind } from '../../src/blueprint/blueprint.js';
import { fingerprint } from '../../src/digest.js';
import type { RoundEvent } from '../../src/events.js';
import type { JsonObject } from '../../src/json.js';
import type { CallContext } from '../../src/rounds/context.js';
import type { RoundDeps, RunGate } from '../../src/rounds/deps.js';
import { type Journal, newJournal } from '../../src/rounds/journal.js';
import type { RoundOutcome } from '../../src/rounds/outcome.js';
import { runRound } from '../../src/rounds/round.js';

// biome-ignore lint/suspicious/noExplicitAny: tests write steps of many shapes
type Method = (input: any, answers: any, ctx: CallContext) => unknown;

export interface StepSpec extends Partial<Omit<StepBlueprint, 'name' | 'kind'>> {
  readonly kind?: StepKind;
  readonly is: Method;
}

export interface ComponentSpec {
  readonly steps: Readonly<Record<string, StepSpec>>;
  readonly run?: Method;
  readonly once?: boolean;
  readonly helpers?: readonly string[];
  readonly declined?: (
    refusal: { step: string; key: string; action: string; answers: Record<string, unknown> },
    input: unknown,
    ctx: CallContext,
  ) => unknown;
}

const step = (name: string, { is: _, ...spec }: StepSpec): StepBlueprint => ({
  name,
  kind: 'elicit',
  attempts: 3,
  presupplied: false,
  timeoutMs: undefined,
  readable: true,
  version: 1,
  schema: undefined,
  ...spec,
});

/** A blueprint and its instance, without decorators: the engine's own unit. */
export function component({
  steps,
  run = (_, answers) => ({ ...answers }),
  declined,
  once = false,
  helpers = [],
}: ComponentSpec): {
  blueprint: Blueprint;
  instance: object;
} {
  class Example {}
  for (const [name, { is }] of Object.entries(steps))
    Object.defineProperty(Example.prototype, name, { value: is });
  const blueprint: Blueprint = {
    kind: 'tool',
    component: Example,
    name: 'example',
    className: 'Example',
    steps: new Map(Object.entries(steps).map(([name, spec]) => [name, step(name, spec)])),
    helpers: new Set(helpers),
    canAsk: true,
    hasDeclined: declined !== undefined,
    use: [],
    args: [],
    completions: new Map(),
    values: new Map(),
    mirrored: false,
    once,
    input: (value) => ({ ok: true, value }),
    output: undefined,
    scopes: [],
    listing: {},
    uri: undefined,
    mimeType: undefined,
    visible: undefined,
    cacheHint: undefined,
  } as Blueprint;
  return {
    blueprint,
    instance: Object.assign(new Example(), { run, ...(declined ? { declined } : {}) }),
  };
}

/** A yes/no-and-more question: accepts `{ value: <anything but null> }`, and `{ value: null }` is a misfit naming `value`. */
export function question(
  message: string,
  options: { readonly optional?: boolean; readonly needs?: JsonObject } = {},
): Question {
  const wire: WireAsk = { method: 'elicitation/create', params: { mode: 'form', message } };
  const optional = options.optional ?? false;
  return {
    kind: 'form',
    optional,
    wire,
    needs: options.needs ?? { elicitation: { form: {} } },
    digest: fingerprint(['form', message, optional]),
    read: (content) => {
      const value =
        typeof content === 'object' && content !== null ? (content as JsonObject).value : undefined;
      return value === undefined || value === null
        ? { ok: false, problem: 'value: required.', field: 'value' }
        : { ok: true, value };
    },
  };
}

export const asks = (message: string, options?: Parameters<typeof question>[1]) =>
  askOf('form', { one: question(message, options) });
export const asksAll = (members: Readonly<Record<string, Question>>) =>
  askOf('form', { all: new Map(Object.entries(members)) });

export const asksNothing = () => NOTHING;

export const accept = (value: unknown) => ({ action: 'accept', content: { value } });
export const decline = { action: 'decline' };
export const cancel = { action: 'cancel' };

export interface RunOptions {
  readonly input?: unknown;
  readonly now?: number;
  readonly capabilities?: JsonObject;
  readonly maxRounds?: number;
  readonly maxJournalBytes?: number;
  readonly events?: RoundEvent[];
  readonly notes?: string[];
  readonly gate?: RunGate;
  readonly compileJsonSchema?: RoundDeps['compileJsonSchema'];
  readonly context?: CallContext;
}

const context = { fail: () => undefined } as unknown as CallContext;

/** Runs one round of a component, as a fresh request with or without a journal. The journal travels as JSON, as it would sealed. */
export async function round(
  spec: ComponentSpec,
  journal?: Journal,
  responses?: unknown,
  options: RunOptions = {},
): Promise<RoundOutcome> {
  const { blueprint, instance } = component(spec);
  const deps: RoundDeps = {
    now: () => options.now ?? 1_000,
    instance,
    input: options.input ?? {},
    context: options.context ?? context,
    capabilities: options.capabilities ?? { elicitation: { form: {} }, sampling: {}, roots: {} },
    maxRounds: options.maxRounds ?? 10,
    maxJournalBytes: options.maxJournalBytes ?? 20_000,
    compileJsonSchema: options.compileJsonSchema ?? (() => () => ({ ok: true })),
    ...(options.gate === undefined ? {} : { gate: options.gate }),
    emit: (event) => options.events?.push(event),
    asksKnown: () => options.notes?.push('asksKnown'),
  };
  return runRound(
    blueprint,
    journal ? (JSON.parse(JSON.stringify(journal)) as Journal) : newJournal('flow', 3_600_000),
    responses,
    deps,
  );
}

/** The journal of an outcome that goes on; fails the test otherwise. */
export function journalOf(outcome: RoundOutcome): Journal {
  if (outcome.kind !== 'asking' && outcome.kind !== 'again')
    throw new Error(`expected the flow to go on, got ${JSON.stringify(outcome)}`);
  return outcome.journal;
}

/** Wire keys asked. */
export const asked = (outcome: RoundOutcome): readonly string[] =>
  outcome.kind === 'asking' ? [...outcome.asks.keys()] : [];

export const resultOf = (outcome: RoundOutcome): unknown => {
  if (outcome.kind !== 'completed')
    throw new Error(`expected a result, got ${JSON.stringify(outcome)}`);
  return outcome.value;
};
