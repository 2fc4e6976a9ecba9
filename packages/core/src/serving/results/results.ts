import { leavesOf } from '../../asks/capabilities.js';
import type { Blueprint } from '../../blueprint/blueprint.js';
import type { Era } from '../../events.js';
import type { JsonObject } from '../../json.js';
import type { LegacyCall, LegFailure, WireAnswer } from '../legacy-bridge.js';
import type { Outcome, WireError } from './outcome.js';

const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;
const MISSING_CAPABILITY = -32_021;
/** JSON-RPC code of a declined or dismissed question of a prompt or resource. */
const DECLINED = 4001;

/** The one answer to every state that fails a check, whatever the reason (spec: basic/patterns/mrtr, server requirement 4). */
export const STATE_ERROR: WireError = Object.freeze({
  code: INVALID_PARAMS,
  message: 'Invalid or expired requestState',
  data: Object.freeze({ reason: 'invalid_request_state' }),
});

/** All that a caller learns of an error that was not meant for it. */
export const GENERIC = 'The call failed because of an error on the server.';

export const invalidParams = (message: string, data?: JsonObject): WireError => ({
  code: INVALID_PARAMS,
  message,
  ...(data !== undefined && { data }),
});

export const resourceNotFound = (uri: string): WireError =>
  invalidParams('Resource not found', { uri });

export const scopesNamed = (scopes: readonly string[]): string =>
  `the scope${scopes.length === 1 ? '' : 's'} ${scopes.join(', ')}`;

export const insufficientScope = ({ scopes }: Blueprint): WireError => ({
  code: -32_600,
  message: `Insufficient scope: this needs ${scopesNamed(scopes)}`,
  data: { requiredScopes: scopes },
});

/** Words an outcome for the wire: a result, or the JSON-RPC error that stands for it (tools have `isError`, the others do not). */
export function wireAnswer(blueprint: Blueprint, era: Era, outcome: Outcome): WireAnswer {
  switch (outcome.kind) {
    case 'completed':
      return { result: outcome.result };
    case 'asking':
      return {
        result: {
          ...outcome.extra,
          ...interim(outcome.state),
          inputRequests: inputRequests(outcome.asks),
        },
      };
    case 'again':
      return { result: { ...outcome.extra, ...interim(outcome.state) } };
    case 'rejected':
      return { error: outcome.error };
    case 'refused': {
      if (outcome.result !== undefined) return { result: outcome.result };
      const verb = outcome.action === 'decline' ? 'declined' : 'dismissed';
      return failure(blueprint, `The user ${verb} "${outcome.step}".`, {
        code: DECLINED,
        data: { step: outcome.step },
      });
    }
    case 'unsupported': {
      const message = unsupported(blueprint, 'was not declared', outcome.lacks);
      if (era === '2025') return failure(blueprint, message);
      const data = { requiredCapabilities: outcome.lacking };
      return { error: { code: MISSING_CAPABILITY, message, data } };
    }
    case 'exhausted':
      return failure(blueprint, exhausted(outcome));
    case 'stuck':
      return failure(
        blueprint,
        `The call cannot go on: nothing can settle ${outcome.steps.map(quoted).join(', ')}.`,
      );
    case 'failed':
      return failure(blueprint, outcome.message ?? GENERIC);
    case 'invalid': {
      const message = `Invalid arguments for ${blueprint.name}: ${outcome.problems.map((p) => (p.field === '' ? p.message : `${p.field}: ${p.message}`)).join('; ')}`;
      return failure(blueprint, message, {
        code: INVALID_PARAMS,
        data: { fields: outcome.problems.map((p) => p.field) },
      });
    }
  }
}

/** Names each capability and the questions that need it: most hosts show nothing but the message. */
function unsupported(
  blueprint: Blueprint,
  how: 'was not declared' | 'the client declared and does not have',
  lacks: ReadonlyMap<string, JsonObject>,
): string {
  const needed = new Map<string, string[]>();
  for (const [key, needs] of lacks)
    for (const leaf of leavesOf(needs))
      needed.set(leaf, [...(needed.get(leaf) ?? []), quoted(key)]);
  const what = [...needed].map(([leaf, keys]) => `${leaf} (for ${keys.join(', ')})`).join(', ');
  return `${blueprint.name} needs a client capability that ${how}: ${what}. ${undone(blueprint)}`;
}

/** `run` was not entered. What a handler without steps did before it asked, only it can tell. */
const undone = ({ steps }: Blueprint): string =>
  steps.size > 0 ? 'Nothing was done.' : 'The call went no further.';

/** Words a 2025 question that brought no answer. None of them is said to be the user's decision. */
export function legFailure(
  blueprint: Blueprint,
  { step, kind, setting, code, needs = {} }: LegFailure,
): WireAnswer {
  if (kind === 'unsupported')
    return failure(
      blueprint,
      unsupported(
        blueprint,
        'the client declared and does not have',
        new Map([[step ?? '', needs]]),
      ),
    );
  const why: Record<typeof kind, string> = {
    timed_out: 'was not answered in time',
    refused_by_client: `was refused by the client${code === undefined ? '' : ` (error ${code})`}`,
    disconnected: 'could not be answered: the connection ended',
    cannot_carry: `cannot be asked over this connection${setting === undefined ? '' : ` (${setting})`}`,
  };
  const what =
    step === undefined ? `What ${blueprint.name} has to ask` : `The question ${quoted(step)}`;
  const end = kind === 'cannot_carry' ? ` ${undone(blueprint)}` : '';
  return failure(blueprint, `${what} ${why[kind]}.${end}`);
}

/** Why a 2025 client without the shim gets no question. */
export const NEEDS_SHIM =
  'This component has to ask the client something, which this server does only under protocol revision 2026-07-28. ' +
  'To serve 2025 clients, install @countersign/shim-legacy and pass createServer({ legacy: legacyShim() }).';

const interim = (requestState: string) => ({ resultType: 'input_required', requestState });

const quoted = (name: string) => `"${name}"`;

function failure(
  blueprint: Blueprint,
  message: string,
  error?: { readonly code: number; readonly data?: JsonObject },
): WireAnswer {
  if (blueprint.kind === 'tool')
    return { result: { content: [{ type: 'text', text: message }], isError: true } };
  return {
    error: {
      code: error?.code ?? INTERNAL_ERROR,
      message,
      ...(error?.data !== undefined && { data: error.data }),
    },
  };
}

function exhausted({
  limit,
  step,
  field,
  rounds,
}: Extract<Outcome, { kind: 'exhausted' }>): string {
  const which = step === undefined ? 'a question' : quoted(step);
  const waiting = step === undefined ? '' : `; it was waiting for ${which}`;
  switch (limit) {
    case 'rounds':
      return `The call still required input after ${rounds === undefined ? 'too many' : rounds} rounds${waiting}.`;
    case 'deadline':
      return `The call was not finished before its deadline${waiting}.`;
    case 'attempts':
      return `The answer to ${which} did not fit${field === undefined || field === '' || field === step ? '' : ` in ${quoted(field)}`}, and there are no attempts left.`;
    case 'changes':
      return `The question ${which} was different each time it was put; what changes in it belongs into a @Compute.`;
  }
}

function inputRequests(
  asks: Extract<Outcome, { kind: 'asking' }>['asks'],
): Record<string, unknown> {
  // Built by definition, so that no step name can reach a prototype.
  return Object.fromEntries(
    [...asks].map(([key, { method, params }]) => [key, { method, params }]),
  );
}

/** What is said of a component that was never there, and of one that is disabled or invisible to the caller, in the same words. */
export function unknownTarget({
  method,
  params,
}: Pick<LegacyCall, 'method' | 'params'>): WireError {
  if (method === 'resources/read')
    return typeof params.uri === 'string'
      ? resourceNotFound(params.uri)
      : invalidParams('uri must be a string');
  const kind = method === 'tools/call' ? 'tool' : 'prompt';
  return typeof params.name === 'string'
    ? invalidParams(`Unknown ${kind}: ${params.name.slice(0, 128)}`)
    : invalidParams('name must be a string');
}
