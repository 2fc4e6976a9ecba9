// The polyfill before tsyringe, which throws at load without it, whatever order an importer's imports were sorted into.
import 'reflect-metadata';
import {
  delay as tsyringeDelay,
  inject as tsyringeInject,
  injectable as tsyringeInjectable,
} from 'tsyringe';
import type { Delayed } from './needs.js';
import type { Token } from './provider.js';

/**
 * Names what a constructor parameter gets, where its type cannot: an interface, a value under a string or symbol, or any class
 * compiled by esbuild or tsx, which emit no types. tsyringe's own, for projects that do not depend on it.
 */
export const inject: (
  token: Token | Delayed,
  options?: { readonly isOptional?: boolean },
) => ParameterDecorator = tsyringeInject as never;

/** Marks a service, so that the compiler emits the types of its constructor parameters. Components need no such mark. */
export const injectable: typeof tsyringeInjectable = tsyringeInjectable;

/** Names a class that is defined later, in `@inject(delay(() => Class))`: for classes that need each other; with `Later` as the type. */
export const delay: (later: () => Token) => Delayed = tsyringeDelay as never;

/**
 * Names the type of a parameter that `delay` injects: `T`, and nothing to the compiler. It emits the type of a parameter as a value
 * that is read where the class is defined; in an import cycle that read ends in a ReferenceError, before `delay` can help. For this
 * type it emits `Object`.
 *
 * @example
 * ```ts
 * constructor(@inject(delay(() => Accounts)) private readonly accounts: Later<Accounts>) {}
 * ```
 */
export type Later<T> = T;
