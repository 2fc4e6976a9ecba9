import type { Blueprint, ComponentClass } from '../../blueprint/blueprint.js';
import type { ServerEvent } from '../../events.js';
import { freezeDeep, isRecord, type JsonObject } from '../../json.js';
import {
  type CallOutcome,
  type ComponentCall,
  isMiddlewareClass,
  type Middleware,
  type MiddlewareFunction,
} from '../../middleware.js';
import type { Principal } from '../../principal.js';
import { NotJson, throughJson } from '../../strict-json.js';
import type { Logger } from '../logger.js';
import type { Settings } from '../options/settings.js';
import type { Outcome } from '../results/outcome.js';
import { saysAborted, toolErrorMessage } from '../results/thrown.js';
import { isSpecType } from '../sdk.js';
import type { Report } from './request.js';

type MiddlewareEnded = Extract<ServerEvent, { type: 'middleware.ended' }>;
type Because = MiddlewareEnded['because'];

/** One round, as far as it concerns what stands around it. */
export interface Entering {
  readonly blueprint: Blueprint;
  readonly principal: Principal;
  readonly era: ComponentCall['era'];
  readonly flow: { readonly id: string; readonly round: number };
  readonly signal: AbortSignal;
  readonly report: Report;
  /** Makes a middleware that is a class, in the scope of this round. Throws what its constructor throws. */
  readonly make: (entry: ComponentClass) => object;
  /** Enters the component. Never rejects but by a mistake of ours. */
  readonly enter: () => Promise<Outcome>;
}

interface Around extends Entering {
  readonly call: ComponentCall;
  readonly chain: readonly Middleware[];
  readonly logger: Logger;
}

/**
 * Enters a component through its middleware, the server's outermost. The outcome is kept here and never handed out: a middleware
 * holds a token for it, so an interim outcome passes whole or the call fails, whatever a wrapper makes of it. Each layer ends in an
 * outcome, never in a throw, so that no `catch` around `next()` can swallow one.
 */
export async function enterThrough(
  { use, logger }: Pick<Settings, 'use' | 'logger'>,
  entering: Entering,
): Promise<Outcome> {
  const { blueprint, principal, era, flow, signal, enter } = entering;
  if (use.length + blueprint.use.length === 0) return enter();
  const { kind, name } = blueprint;
  const call = Object.freeze({
    kind,
    name,
    principal,
    era,
    flow: flow.id,
    round: flow.round,
    signal,
  });
  return inside({ ...entering, call, chain: [...use, ...blueprint.use], logger }, 0);
}

/** The middleware that the container makes: checked and rehearsed at start like the components. */
export const middlewareClasses = (
  { use }: Pick<Settings, 'use'>,
  blueprints: readonly Blueprint[],
): readonly ComponentClass[] => [
  ...new Set(
    [...use, ...blueprints.flatMap((blueprint) => blueprint.use)].filter(isMiddlewareClass),
  ),
];

interface Passed {
  readonly outcome: Outcome;
  readonly token: CallOutcome;
}

/** A promise that a middleware may leave alone. */
function heard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

function inside(around: Around, at: number): Promise<Outcome> {
  const entry = around.chain[at];
  return entry === undefined ? around.enter() : layer(around, entry, at);
}

async function layer(around: Around, entry: Middleware, at: number): Promise<Outcome> {
  let passing: Promise<Passed> | undefined;
  let calls = 0;
  let over = false;
  const next = (): Promise<CallOutcome> => {
    calls++;
    if (over)
      return heard(
        Promise.reject(
          new TypeError(`middleware ${nameOf(entry, at)}: called next() after it had returned`),
        ),
      );
    passing ??= heard(
      inside(around, at + 1).then((outcome) => ({ outcome, token: tokenOf(outcome) })),
    );
    return heard(passing.then(({ token }) => token));
  };
  const end = (because: Because, error?: unknown, message?: string): Outcome => {
    ended(
      around,
      { middleware: nameOf(entry, at), because, entered: passing !== undefined },
      error,
    );
    return { kind: 'failed', where: 'run', ...(message !== undefined && { message }) };
  };

  let returned: unknown;
  try {
    returned = await functionOf(entry, around.make)(around.call, next);
  } catch (error) {
    over = true;
    await passing; // what runs is not left behind
    const message = toolErrorMessage(error);
    return message === undefined ? end('threw', error) : end('refused', undefined, message);
  }
  over = true;
  const passed = await passing;
  const misused = (problem: string, cause?: unknown) =>
    end(
      'misused',
      new TypeError(
        `middleware ${nameOf(entry, at)}: ${problem}`,
        cause === undefined ? {} : { cause },
      ),
    );
  if (passed === undefined)
    return misused('returned without calling next(). To refuse a call, throw a ToolError');
  if (calls > 1) return misused('called next() twice');
  const { outcome, token } = passed;
  if (returned === token) return outcome;
  if (outcome.kind !== 'completed')
    return misused(
      `returned something else for a call that is ${outcome.kind}. Return what next() gave; only a completed call's result may be replaced`,
    );
  const replaced = await replacement(around.blueprint, returned);
  return typeof replaced === 'string' ? misused(replaced) : { ...outcome, result: replaced };
}

/** A refusal is the operator's own rule at work; anything else is a mistake, and the logger gets the original. */
function ended(
  { blueprint, signal, logger, report }: Around,
  end: Pick<MiddlewareEnded, 'middleware' | 'because' | 'entered'>,
  error: unknown,
): void {
  if (end.because !== 'refused' && !saysAborted(error, signal)) {
    logger.error(
      { err: error, component: blueprint.name, middleware: end.middleware },
      'a middleware ended a call',
    );
    report({ type: 'error', where: 'middleware', error });
  }
  report({ type: 'middleware.ended', ...end });
  if (!end.entered) report({ type: 'round.finished', outcome: 'failed' });
}

function functionOf(entry: Middleware, make: Entering['make']): MiddlewareFunction {
  if (!isMiddlewareClass(entry)) return entry;
  const made = make(entry) as InstanceType<typeof entry>;
  return (call, next) => made.handle(call, next);
}

/** What a middleware holds of an outcome: all of a finished result, of anything else only its kind. */
function tokenOf(outcome: Outcome): CallOutcome {
  if (outcome.kind === 'completed')
    return Object.freeze({ kind: 'completed', result: freezeDeep(outcome.result) });
  return Object.freeze({
    kind: outcome.kind === 'invalid' || outcome.kind === 'rejected' ? 'failed' : outcome.kind,
  });
}

/** Another result of a completed call, checked as one of the author's own; or what is wrong with it. */
async function replacement(
  { kind, output }: Blueprint,
  returned: unknown,
): Promise<JsonObject | string> {
  if (!isRecord(returned) || returned.kind !== 'completed')
    return 'returned neither what next() gave nor { kind: "completed", result }';
  let result: unknown;
  try {
    result = throughJson(returned.result);
  } catch (error) {
    return `the result ${error instanceof NotJson ? `is no JSON: ${error.message}` : 'cannot be read'}`;
  }
  if (!isRecord(result) || (result.resultType !== undefined && result.resultType !== 'complete'))
    return 'the result is none of a completed call';
  const fits =
    kind === 'tool'
      ? isSpecType.CallToolResult(result) && Array.isArray(result.content)
      : kind === 'prompt'
        ? isSpecType.GetPromptResult(result)
        : isSpecType.ReadResourceResult(result);
  if (!fits) return `the result is no valid result of a ${kind}`;
  // An error may go without structured content, but not with one that older clients would throw over.
  const excused = result.isError === true && result.structuredContent === undefined;
  if (output === undefined || excused) return result as JsonObject;
  const read = await output(result.structuredContent);
  return read.ok
    ? ({ ...result, structuredContent: read.value } as JsonObject)
    : 'structuredContent does not fit the output schema of the tool';
}

const nameOf = ({ name }: Middleware, at: number): string => (name === '' ? `#${at}` : name);
