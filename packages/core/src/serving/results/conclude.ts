import type { WireAsk } from '../../asks/question.js';
import type { AskKind } from '../../events.js';
import type { Journal } from '../../rounds/journal.js';
import type { RoundOutcome } from '../../rounds/outcome.js';
import { packJournal } from '../../rounds/packing.js';
import type { Binding } from '../../state/guard.js';
import type { DispatchParts } from '../calls/dispatch.js';
import type { Found, Report, RoundRequest } from '../calls/request.js';
import { completedResult } from './completed.js';
import { withElicitationIds } from './elicitation-ids.js';
import { hold } from './hold.js';
import { limitReached } from './limit-reached.js';
import type { Outcome } from './outcome.js';
import { invalidParams, NEEDS_SHIM } from './results.js';
import { saysAborted, toolErrorMessage } from './thrown.js';

/** What the dispatcher knows of the round that ended. */
export interface Concluding {
  readonly found: Found;
  readonly request: RoundRequest;
  readonly flow: { readonly id: string; readonly round: number; readonly deadline: number };
  /** Throws when the arguments have no canonical form. */
  readonly bind: () => Binding;
  readonly report: Report;
  /** Travels in the state to the rounds that will link to this flow's first. */
  readonly mark: string | undefined;
}

type Failed = Extract<Outcome, { kind: 'failed' }>;
const NO_SHIM: Failed = { kind: 'failed', where: 'serving', message: NEEDS_SHIM };

/** Turns the engine's outcome into one that can leave: seals the journal, makes the wire result, and says what happened. */
export function concluder({
  settings,
  guard,
  draining,
}: DispatchParts): (outcome: RoundOutcome, about: Concluding) => Promise<Outcome> {
  const { clock, logger } = settings;

  return async (outcome, about) => {
    const concluded = await worked(outcome, about);
    if (concluded.kind === 'exhausted')
      limitReached(logger, about.found.blueprint.name, concluded, about.flow.round);
    if (concluded.kind === 'again') about.report({ type: 'round.again' });
    else if (
      concluded.kind !== 'asking' &&
      concluded.kind !== 'rejected' &&
      concluded.kind !== 'invalid'
    )
      about.report({ type: 'round.finished', outcome: concluded.kind });
    return concluded;
  };

  async function worked(outcome: RoundOutcome, about: Concluding): Promise<Outcome> {
    switch (outcome.kind) {
      case 'completed': {
        const result = await resultOf('run', outcome.value, about);
        return 'kind' in result ? result : { kind: 'completed', result: result.result };
      }
      case 'refused': {
        const { step, action } = outcome;
        if (outcome.result === undefined) return { kind: 'refused', step, action };
        const result = await resultOf('declined', outcome.result.value, about);
        return 'kind' in result ? result : { kind: 'refused', step, action, result: result.result };
      }
      case 'asking':
      case 'again':
        return about.request.interim ? sealed(outcome, about) : NO_SHIM;
      case 'unsupported':
        return about.request.interim ? outcome : NO_SHIM;
      case 'failed':
        return failed(outcome, about);
      case 'exhausted':
        return outcome.limit === 'rounds' ? { ...outcome, rounds: about.flow.round - 1 } : outcome;
      case 'withheld':
        return { kind: 'failed', where: 'serving' }; // never comes here: single use has the answer itself
      default:
        return outcome;
    }
  }

  async function resultOf(
    by: 'run' | 'declined',
    value: unknown,
    about: Concluding,
  ): Promise<{ result: Readonly<Record<string, unknown>> } | Failed> {
    const { blueprint, target } = about.found;
    const completed = await completedResult(blueprint, value, target, by);
    const where = `${blueprint.className}.${by}`;
    if (completed.ok) {
      if (completed.doubt !== undefined)
        logger.warn({ component: blueprint.name }, `${where} ${completed.doubt}`);
      return { result: completed.result };
    }
    const { problem, cause } = completed;
    return failed(mistake('run', `${where}: ${problem}`, cause), about, by);
  }

  async function sealed(
    outcome: Extract<RoundOutcome, { kind: 'asking' | 'again' }>,
    about: Concluding,
  ): Promise<Outcome> {
    const { request, found, flow } = about;
    if (guard === undefined) {
      return failed(
        mistake(
          'run',
          `${found.blueprint.className} asks, and createServer has no state.codec to seal its state with`,
        ),
        about,
      );
    }
    if (outcome.kind === 'again' && outcome.afterMs !== undefined) {
      const wait = Math.min(outcome.afterMs, settings.holdMs, flow.deadline - clock.now());
      if (wait > 0) {
        try {
          await hold(
            clock,
            wait,
            request.signal,
            request.lifetime === 'round' ? draining : undefined,
          );
        } catch {
          return { kind: 'failed', where: 'serving' }; // the caller is gone, nobody reads this
        }
      }
    }
    if (clock.now() >= flow.deadline) {
      const step = outcome.kind === 'again' ? outcome.steps[0] : [...outcome.asks.keys()][0];
      return { kind: 'exhausted', limit: 'deadline', ...(step !== undefined && { step }) };
    }
    let binding: Binding;
    try {
      binding = about.bind();
    } catch {
      return {
        kind: 'rejected',
        error: invalidParams('arguments have no canonical JSON form (RFC 8785)'),
      };
    }
    const packed = packJournal(outcome.journal);
    const minted = await guard.mint(
      about.mark === undefined ? packed : { ...packed, trace: about.mark },
      binding,
    );
    if (!minted.ok) {
      // The engine keeps its journal to a size; what is over it here was added by a codec.
      return failed(
        mistake(
          'run',
          `${found.blueprint.className}: the sealed state takes ${minted.bytes} bytes, over state.maxBytes`,
        ),
        about,
      );
    }
    const interim = {
      state: minted.state,
      deadline: flow.deadline,
      idle: outcome.journal.idle,
      ...(outcome.extra !== undefined && { extra: outcome.extra }),
    };
    if (outcome.kind === 'again') {
      const [step] = outcome.steps;
      return {
        kind: 'again',
        afterMs: outcome.afterMs,
        ...(step !== undefined && { step }),
        ...interim,
      };
    }
    about.report({
      type: 'round.asked',
      asks: [...outcome.asks].map(([step, ask]) => ({ step, kind: kindOf(ask) })),
      bytes: minted.bytes,
    });
    return {
      kind: 'asking',
      asks: withElicitationIds(outcome.asks, flow.id),
      ...byNeed(outcome.journal, found.blueprint.steps.size > 0),
      endsBy: outcome.endsBy ?? (() => false),
      ...interim,
    };
  }

  /** The original goes to the logger and the events; outward goes a text of ours, or the author's if it was meant to. */
  function failed(
    { where, step, error }: Threw,
    { found, flow, request, report }: Concluding,
    member = step ?? 'run',
  ): Failed {
    const message = toolErrorMessage(error);
    if (message !== undefined) return { kind: 'failed', where, message };
    if (saysAborted(error, request.signal)) return { kind: 'failed', where };
    logger.error(
      { err: error, component: found.blueprint.name, step, flow: flow.id },
      `a component threw in ${member}`,
    );
    report({ type: 'error', where, error });
    return { kind: 'failed', where };
  }
}

type Threw = Extract<RoundOutcome, { kind: 'failed' }>;

const mistake = (where: Threw['where'], problem: string, cause?: unknown): Threw => ({
  kind: 'failed',
  where,
  error: new TypeError(problem, cause === undefined ? {} : { cause }),
});

/**
 * The open questions that the flow cannot do without, and those that it can. What a refusal means to a hand-written handler, only it
 * can tell: its questions are neither.
 */
function byNeed({ open }: Journal, hasSteps: boolean) {
  const keys = hasSteps ? Object.keys(open) : [];
  const optional = new Set(keys.filter((key) => open[key]?.optional === true));
  return { required: new Set(keys.filter((key) => !optional.has(key))), optional };
}

function kindOf({ method, params }: WireAsk): AskKind {
  if (method === 'sampling/createMessage') return 'sample';
  if (method === 'roots/list') return 'roots';
  return params.mode === 'url' ? 'url' : 'form';
}
