import type {
  Answers,
  CallContext,
  ComponentClass,
  Era,
  Principal,
  Provider,
  Sampled,
  StepOutcome,
  Token,
} from '@countersign/core';
import { ANONYMOUS_PRINCIPAL, CountersignError } from '@countersign/core';
import {
  ContextView,
  explained,
  flowTickets,
  frozenCopy,
  isRecord,
  refuseNull,
  ServedContext,
  serverContainer,
  withText,
} from '@countersign/core/internal';
import { blueprintOf } from './component-request.js';
import { errorLine } from './failures.js';
import { type Overriding, overriding, withProvider } from './override.js';
import { PlayError } from './play-error.js';
import { type Seen, seen } from './step-view.js';

// biome-ignore lint/suspicious/noExplicitAny: matches a method of any signature
type Method = (...args: any[]) => unknown;

/** Names of the methods that may be steps. */
export type StepName<T> = { [P in keyof T]: T[P] extends Method ? P : never }[Exclude<
  keyof T,
  'run' | 'declined' | 'dispose'
>] &
  string;

type Input<F> = F extends (...args: infer P) => unknown
  ? P extends readonly [infer A, ...unknown[]]
    ? A
    : object
  : never;
type WithInput<A> = object extends A ? readonly [args?: A] : readonly [args: A];
type Reads<T, F> = F extends (...args: infer P) => unknown
  ? P extends readonly [unknown, infer A, ...unknown[]]
    ? A
    : Partial<Answers<T>>
  : never;
type Returned<F> = F extends (...args: never[]) => infer R
  ? [Extract<R, PromiseLike<unknown>>] extends [never]
    ? Seen<R>
    : Promise<Seen<Awaited<R>>>
  : never;

/** What a step may know of its call; what a test leaves out has a plain value. */
export interface StepContext {
  readonly principal?: Principal;
  readonly era?: Era;
  readonly client?: CallContext['client'];
  /** Its tickets are made up: `ticket-for-<step>`, which no server opens. */
  readonly flow?: Omit<CallContext['flow'], 'ticket'>;
  readonly signal?: AbortSignal;
  /** Of `ctx.step`; default 1. */
  readonly attempt?: number;
  /** Of `ctx.step`: what `again(carry)` handed on. */
  readonly carried?: unknown;
}

/** What is told to the test, and no failure of the author's. */
const OURS = new WeakSet<object>();

const CONTEXT: ReadonlySet<string> = new Set<keyof StepContext>([
  'principal',
  'era',
  'client',
  'flow',
  'signal',
  'attempt',
  'carried',
]);

interface Setting {
  readonly providers: readonly Provider[];
  readonly answers: Readonly<Record<string, unknown>>;
  readonly outcomes: Readonly<Record<string, StepOutcome>>;
  readonly context: StepContext;
}

/**
 * Plays one step alone, with the others given: no server, no state, no round.
 *
 * ```ts
 * step(Deploy, 'confirm').given({ build: { id: 42, env: 'prod' } }).with({ env: 'prod' }).message;
 * ```
 *
 * Throws `ConfigError` for a class that no server would take and `TypeError` for a name that is no step.
 */
export function step<C extends ComponentClass, K extends StepName<InstanceType<C>>>(
  component: C,
  name: K,
): Step<InstanceType<C>, K> {
  const { steps, className } = blueprintOf(component);
  if (!steps.has(name))
    throw new TypeError(
      `${className}.${name} is no step; steps: ${[...steps.keys()].join(', ') || 'none'}`,
    );
  return new Step(component, name, { providers: [], answers: {}, outcomes: {}, context: {} });
}

/** One step, and what it will find. Nothing in it changes; every choice returns another. */
export class Step<T, K extends keyof T & string> {
  readonly #component: ComponentClass;
  readonly #name: K;
  readonly #setting: Setting;

  /** Steps come from `step()`. */
  constructor(component: ComponentClass, name: K, setting: Setting) {
    this.#component = component;
    this.#name = name;
    this.#setting = setting;
  }

  /** Gives the answers of other steps. What is read and was not given is a `TypeError` naming it. */
  given(answers: Reads<T, T[K]>): Step<T, K> {
    const { steps, className } = blueprintOf(this.#component);
    for (const key of Object.keys(answers as object)) {
      if (key === this.#name || !steps.has(key))
        throw new TypeError(`given(): ${className}.${this.#name} has no other step "${key}"`);
    }
    return this.#with({ answers: { ...this.#setting.answers, ...(answers as object) } });
  }

  /** Says how other steps were settled, for `ctx.outcome`; those given are `answered`. */
  outcome(outcomes: Readonly<Record<string, StepOutcome>>): Step<T, K> {
    const { steps, className } = blueprintOf(this.#component);
    for (const key of Object.keys(outcomes)) {
      const of = key.split('.', 1)[0] ?? key;
      if (of === this.#name || !steps.has(of))
        throw new TypeError(`outcome(): ${className}.${this.#name} has no other step "${key}"`);
    }
    return this.#with({ outcomes: { ...this.#setting.outcomes, ...outcomes } });
  }

  /** Says what the step may know of its call. */
  context(context: StepContext): Step<T, K> {
    refuseNull('context()', context);
    for (const name of Object.keys(context))
      if (!CONTEXT.has(name)) throw new TypeError(`context(): there is no ${name} in ctx`);
    return this.#with({ context: { ...this.#setting.context, ...context } });
  }

  /** Gives what constructors ask for, as `createServer({ providers })` takes it. */
  providers(...providers: readonly Provider[]): Step<T, K> {
    return this.#with({ providers: [...this.#setting.providers, ...providers] });
  }

  /** Says what a token stands for: `override(Releases).useValue(fake)`. */
  override<V>(token: Token<V>): Overriding<V, Step<T, K>> {
    return overriding(token, (provider) =>
      this.#with({ providers: withProvider(this.#setting, provider).providers ?? [] }),
    );
  }

  /**
   * Enters the step with a parsed input, and returns what it asks, or its value as JSON; a promise if
   * the method is async. What the step throws is the `cause` of a `PlayError`; a `ToolError` and a
   * `ConfigError` are thrown as they are.
   */
  with(...[args]: WithInput<Input<T[K]>>): Returned<T[K]> {
    const { context, providers } = this.#setting;
    const served = servedContext(this.#component, context);
    const container = serverContainer({ components: [this.#component], providers, provide });
    container.warmUp();
    const scope = container.scope(served);
    const done = () => void scope.dispose().then(() => container.close());
    const instance = scope.resolve(this.#component);
    // From the class: on the instance every step throws.
    const method = this.#component.prototype[this.#name] as Method;
    const entry = new ContextView(served, {
      step: {
        name: this.#name,
        attempt: context.attempt ?? 1,
        carried: context.carried,
        idempotencyKey: `${this.#name} alone`,
      },
      outcome: (of) => this.#outcome(of),
    });
    const failed = (error: unknown): never => {
      const known = explained(error, instance);
      if (known !== error || known instanceof CountersignError || OURS.has(known as object))
        throw known;
      const what = `${this.#component.name}.${this.#name} threw ${errorLine(error)}`;
      throw new PlayError(what, [], { cause: error });
    };
    let returned: unknown;
    try {
      returned = method.call(instance, args ?? {}, this.#answers(), entry);
      return (
        isPromiseLike(returned)
          ? Promise.resolve(returned).then(seen, failed).finally(done)
          : seen(returned)
      ) as Returned<T[K]>;
    } catch (error) {
      return failed(error);
    } finally {
      if (!isPromiseLike(returned)) done();
    }
  }

  #with(change: Partial<Setting>): Step<T, K> {
    return new Step(this.#component, this.#name, { ...this.#setting, ...change });
  }

  #answers(): object {
    const { steps } = blueprintOf(this.#component);
    const given = Object.entries(this.#setting.answers).map(([key, answer]) => [
      key,
      steps.get(key)?.kind === 'sample' ? sampledOf(answer) : answer,
    ]);
    const answers = frozenCopy(Object.fromEntries(given) as Record<string, unknown>);
    return new Proxy(Object.create(null) as object, {
      get: (_, key) => {
        if (typeof key === 'symbol' || key === 'then' || key === 'toJSON') return undefined;
        if (!Object.hasOwn(answers, key)) throw this.#notGiven(key, `given({ ${key}: … })`);
        return answers[key];
      },
    });
  }

  #outcome(of: string): StepOutcome {
    const { outcomes, answers } = this.#setting;
    if (Object.hasOwn(outcomes, of)) return outcomes[of] as StepOutcome;
    if (Object.hasOwn(answers, of)) return 'answered';
    throw this.#notGiven(of, `outcome({ ${of}: … })`);
  }

  #notGiven(key: string, cure: string): TypeError {
    const error = new TypeError(
      `${this.#component.name}.${this.#name} reads "${key}", which the test did not give: ${cure}`,
    );
    OURS.add(error);
    return error;
  }
}

/** A step has no `createServer` to give it services. */
const provide = (name: string) =>
  `Give it to the step: .override(${name}).useValue(fake), or .providers(…) as createServer takes them`;

/** A sampled message that a test wrote down, or several by name, as a step reads it: with its text for `toString`. */
function sampledOf(answer: unknown): unknown {
  if (!isRecord(answer)) return answer;
  if (Array.isArray(answer.content)) return withText({ ...(answer as unknown as Sampled) });
  const members = Object.entries(answer).map(([name, member]) => [name, sampledOf(member)]);
  return Object.fromEntries(members);
}

const isPromiseLike = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'then' in value &&
  typeof value.then === 'function';

function servedContext(component: ComponentClass, context: StepContext): ServedContext {
  const { steps, className } = blueprintOf(component);
  const { ticket } = flowTickets({
    className,
    steps,
    carried: undefined,
    seal: async (name) => `ticket-for-${name}`,
  });
  return new ServedContext({
    signal: context.signal ?? new AbortController().signal,
    principal: context.principal ?? ANONYMOUS_PRINCIPAL,
    era: context.era ?? '2026',
    client: context.client ?? { capabilities: {} },
    flow: {
      ...(context.flow ?? { id: 'alone', round: 1, deadline: Number.MAX_SAFE_INTEGER }),
      ticket,
    },
    progressToken: undefined,
    component: component.name,
    notify: () => undefined,
  });
}
