import { ConfigError } from '../errors.js';
import { type ConstructorParam, constructorParams } from '../metadata/constructor-types.js';
import type { Token } from './provider.js';

/** tsyringe's `delay(() => Class)`, by the one method used here; structural, since a project may hold two copies. */
export interface Delayed {
  createProxy(create: (target: Token | undefined) => unknown): object;
}

/** What one constructor parameter gets. */
export interface Need {
  /** Absent: nothing is injected, and the parameter's own default holds. */
  readonly token?: Token | Delayed;
  /** `@injectAll`: everything registered under the token. */
  readonly multiple?: boolean;
  readonly isOptional?: boolean;
  /** `@injectWithTransform`: a token for what turns the value into what is passed. */
  readonly transform?: Token;
  readonly transformArgs?: readonly unknown[];
}

/** How to inject a class of an import cycle. `delay` alone is not enough: the parameter's emitted type would be read too early. */
export const DELAYED =
  '@inject(delay(() => Class)) before one parameter of it, with Later<Class> as its type (import { delay, inject, type Later } from "@countersign/core")';

/** Types that say nothing: what the compiler emits for interfaces, `import type`, primitives and unions. */
const NO_TOKENS: ReadonlySet<unknown> = new Set([
  undefined,
  null,
  Object,
  Function,
  String,
  Number,
  Boolean,
  Array,
  Promise,
]);

export const isDelayed = (token: unknown): token is Delayed =>
  typeof token === 'object' && token !== null && 'createProxy' in token;

/** The class behind a `delay`, read by touching a proxy of it: tsyringe keeps the callback to itself. */
export function targetOf(delayed: Delayed): Token | undefined {
  let target: Token | undefined;
  const proxy = delayed.createProxy((found) => {
    target = found;
    return {};
  });
  Object.getPrototypeOf(proxy);
  return target;
}

/**
 * Reads what the constructor of a class needs; `shown` is what messages call the class.
 * @throws ConfigError `missing_metadata`, naming class, parameter and the cures, for a parameter that cannot be injected.
 */
export function needsOf(target: object, shown: string): readonly Need[] {
  return constructorParams(target).map((param, index) =>
    need(param, `${shown}, constructor parameter #${index}`),
  );
}

function need({ injected, emitted, hasDefault }: ConstructorParam, where: string): Need {
  const fail = (problem: string) => new ConfigError('missing_metadata', `${where}: ${problem}`);
  if (injected !== undefined) {
    const given = isDescriptor(injected.token)
      ? injected.token
      : { token: injected.token as Token | undefined };
    if (given.token === undefined) {
      throw fail(
        `@inject got undefined, as in an import cycle. Break the cycle, or write ${DELAYED}`,
      );
    }
    return given as Need;
  }
  if (emitted !== undefined && !NO_TOKENS.has(emitted.type))
    return { token: emitted.type as Token };
  if (hasDefault) return {};
  if (emitted === undefined) {
    throw fail(
      'the compiled class does not say what it is. Compile with "emitDecoratorMetadata": true (swc: jsc.transform.decoratorMetadata; vitest: oxc.decorator.emitDecoratorMetadata), which esbuild ' +
        "and tsx cannot do, and mark a class that is no component @injectable(); or write @inject(Token) before the parameter (import { inject } from '@countersign/core'). " +
        'The Reflect polyfill must be loaded before the class: import @countersign/core first',
    );
  }
  if (emitted.type === undefined || emitted.type === null) {
    throw fail(
      `its class was undefined when this one was defined: an import cycle. Break it, or write ${DELAYED}`,
    );
  }
  throw fail(
    `its emitted type is ${(emitted.type as { name: string }).name}, which names no class: an interface, a union, a primitive, \`import type\`, or a class in ` +
      `an import cycle. Import the class as a value so that "emitDecoratorMetadata" can name it, or write @inject(Token) before the parameter (import { inject } from '@countersign/core'); in a cycle, ${DELAYED}`,
  );
}

/** What tsyringe keeps for `@inject(token)`: a bare token only under `@injectWithTransform`. */
const isDescriptor = (value: unknown): value is Need & { token: unknown } =>
  typeof value === 'object' && value !== null && 'token' in value;
