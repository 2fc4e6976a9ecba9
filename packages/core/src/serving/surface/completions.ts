import { explained } from '../../blueprint/assignments.js';
import type { Blueprint } from '../../blueprint/blueprint.js';
import type { Registry } from '../../blueprint/registry.js';
import type { CallScope } from '../../di/container.js';
import type { ServerEvent } from '../../events.js';
import { isRecord, own } from '../../json.js';
import type { Principal } from '../../principal.js';
import type { CallContext } from '../../rounds/context.js';
import { toBase64url } from '../../state/base64url.js';
import { identified } from '../auth/identify.js';
import { grants } from '../auth/visibility.js';
import { holding, ServedContext } from '../calls/call-context.js';
import type { WireAnswer } from '../legacy-bridge.js';
import type { Settings } from '../options/settings.js';
import { GENERIC, insufficientScope, invalidParams } from '../results/results.js';
import { saysAborted, toolErrorMessage } from '../results/thrown.js';
import type { Catalog } from './catalog.js';
import type { Received } from './surface.js';

export interface CompletionParts {
  readonly settings: Settings;
  readonly registry: Registry;
  readonly catalog: Pick<Catalog, 'offers'>;
  openScope(context: CallContext): CallScope;
  emit(event: ServerEvent): void;
}

/** Most values of one answer (spec: server/utilities/completion, Completion Results). */
const MAX_VALUES = 100;
const INTERNAL_ERROR = -32_603;
const NOTHING: WireAnswer = Object.freeze({
  result: { completion: { values: [], total: 0, hasMore: false } },
});

/** A request that names something that is there. */
interface Asked {
  readonly blueprint: Blueprint;
  readonly argument: string;
  readonly value: string;
  /** Arguments known so far; a null-prototype copy, of this component's own arguments only. */
  readonly given: Readonly<Record<string, string>>;
}

/**
 * Makes the one way into methods marked `@Complete`, and to the values that schemas list; `undefined` when there are none. It never rejects. A component's scopes and the
 * caller's identity count as they do for a call: what may not be called tells nobody its values.
 */
export function completer({
  settings,
  registry,
  catalog,
  openScope,
  emit,
}: CompletionParts): ((request: Received) => Promise<WireAnswer>) | undefined {
  const { logger, clock, random } = settings;
  if (registry.blueprints.every(({ completions, values }) => completions.size + values.size === 0))
    return undefined;

  return async (request) => {
    const { principal, scopes, viewer } = identified(settings, request);
    const asked = read(request.params, registry, (blueprint) => catalog.offers(viewer, blueprint));
    if (typeof asked === 'string') return { error: invalidParams(asked) };
    const { blueprint, argument } = asked;
    if (!grants(scopes, blueprint)) return { error: insufficientScope(blueprint) };
    if (principal === undefined)
      return { error: { code: INTERNAL_ERROR, message: 'The caller could not be identified.' } };
    const about = { at: clock.now(), component: blueprint.name, era: request.era } as const;
    try {
      const answer = await answered(asked, request, principal);
      if (answer === undefined) return NOTHING;
      emit({ ...about, type: 'completion.answered', argument, values: answer.values.length });
      return { result: { completion: answer } };
    } catch (error) {
      const message = toolErrorMessage(error);
      if (message !== undefined) return { error: { code: INTERNAL_ERROR, message } };
      if (!saysAborted(error, request.signal)) {
        logger.error({ err: error, component: blueprint.name, argument }, 'a completion threw');
        emit({ ...about, type: 'error', where: 'completion', error });
      }
      return { error: { code: INTERNAL_ERROR, message: GENERIC } };
    }
  };

  async function answered(
    { blueprint, argument, value, given }: Asked,
    request: Received,
    principal: Principal,
  ) {
    const method = blueprint.completions.get(argument);
    if (method === undefined) return listed(blueprint.values.get(argument), value);
    const { signal, era, client, capabilities } = request;
    const held = holding(request.notify, signal);
    held.release();
    const context = new ServedContext({
      signal,
      principal,
      era,
      client: { ...client, capabilities },
      // A completion is no flow, and goes on nowhere: its one round is this request.
      flow: {
        id: toBase64url(random(16)),
        round: 1,
        deadline: clock.now() + settings.flowTtlSeconds * 1000,
        ticket: noTicket,
      },
      progressToken: undefined,
      component: blueprint.name,
      notify: held.notify,
      unsaid: (error) =>
        settings.logger.warn(
          { err: error, component: blueprint.name },
          'ctx.log: a message was not sent',
        ),
    });
    const scope = openScope(context);
    let instance: Record<string, (...args: unknown[]) => unknown> | undefined;
    try {
      instance = scope.resolve(blueprint.component) as typeof instance & object;
      return completion(
        await instance[method]?.(value, given, context),
        `${blueprint.className}.${method}`,
      );
    } catch (error) {
      throw instance === undefined ? error : explained(error, instance);
    } finally {
      held.end();
      void scope.dispose(); // never rejects
    }
  }
}

async function noTicket(): Promise<never> {
  throw new TypeError('ctx.flow.ticket() is for steps and run: a completion waits for nobody');
}

/** Reads an untrusted request; a string says what is wrong with it (spec: server/utilities/completion, Error Handling). */
function read(params: Received['params'], registry: Registry, offered: Offered): Asked | string {
  const { ref, argument, context } = params;
  if (
    !isRecord(argument) ||
    typeof argument.name !== 'string' ||
    typeof argument.value !== 'string'
  )
    return 'argument must be an object of a name and a value, both strings';
  const known = isRecord(context) ? own(context, 'arguments') : undefined;
  if ((context !== undefined && !isRecord(context)) || (known !== undefined && !isTexts(known)))
    return 'context must be an object, and its arguments strings by name';
  const found = componentOf(ref, registry, offered);
  if (typeof found === 'string') return found;
  if (!found.args.includes(argument.name)) return `${found.name} has no such argument`;
  const given: Record<string, string> = Object.create(null);
  for (const name of found.args) {
    const value = known === undefined ? undefined : own(known, name);
    if (typeof value === 'string') given[name] = value;
  }
  return { blueprint: found, argument: argument.name, value: argument.value, given };
}

/** Whether a component is there for this caller: what is not, is as unknown as what never was. */
type Offered = (blueprint: Blueprint) => boolean;

/** The component that a `ref` names, whole; a string says that there is none. Untrusted. */
export function componentOf(
  ref: unknown,
  { prompts, resources, templates }: Registry,
  offered: Offered,
): Blueprint | string {
  const known = (blueprint: Blueprint | undefined) =>
    blueprint !== undefined && offered(blueprint) ? blueprint : undefined;
  if (isRecord(ref) && ref.type === 'ref/prompt' && typeof ref.name === 'string')
    return known(prompts.get(ref.name)) ?? `Unknown prompt: ${ref.name.slice(0, 128)}`;
  if (isRecord(ref) && ref.type === 'ref/resource' && typeof ref.uri === 'string') {
    const { uri } = ref;
    const template = templates.find(
      (blueprint) =>
        blueprint.uri !== undefined &&
        'template' in blueprint.uri &&
        blueprint.uri.template === uri,
    );
    return known(template) ?? known(resources.get(uri)) ?? 'Unknown resource template';
  }
  return 'ref must be { type: "ref/prompt", name } or { type: "ref/resource", uri }';
}

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isRecord(value) && Object.values(value).every((member) => typeof member === 'string');

/** What a schema lists: what begins as typed, or at least holds it. */
function listed(values: readonly string[] | undefined, typed: string) {
  if (values === undefined) return undefined;
  const [wanted, lower] = [typed.toLowerCase(), values.map((value) => value.toLowerCase())];
  const begins = values.filter((_, at) => lower[at]?.startsWith(wanted));
  const fitting =
    begins.length > 0 ? begins : values.filter((_, at) => lower[at]?.includes(wanted));
  return completion(fitting, '');
}

/** What an author's method returned, as the wire has it. @throws TypeError naming the method. */
function completion(returned: unknown, where: string) {
  const { values, total, hasMore } = Array.isArray(returned)
    ? { values: returned }
    : isRecord(returned)
      ? returned
      : {};
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string'))
    throw new TypeError(`${where}: must return a list of strings, or { values, total, hasMore }`);
  const sent = values.slice(0, MAX_VALUES);
  const counted = Number.isSafeInteger(total)
    ? Math.max(total as number, values.length)
    : undefined;
  const inAll = counted ?? (hasMore === true ? undefined : values.length); // more, and nobody knows how many
  return {
    values: sent,
    ...(inAll !== undefined && { total: inAll }),
    hasMore: hasMore === true || (inAll ?? 0) > sent.length,
  };
}
