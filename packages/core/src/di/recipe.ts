import type { DependencyContainer, InjectionToken } from 'tsyringe';
import { type Maker, makerOf } from '../blueprint/instances.js';
import { isComponent } from '../metadata/scan.js';
import { isDelayed, type Need, targetOf } from './needs.js';
import type { Token } from './provider.js';
import { standIn } from './stand-in.js';
import { type Constructor, type Survey, unprovided } from './survey.js';

/** How a class is made. */
export interface Recipe {
  readonly needs: readonly Need[];
  readonly make: Maker;
}

/** Looks up how a class is made: for every call, so nothing is worked out twice. */
export function recipes({ needs }: Survey): (target: Constructor) => Recipe {
  const table = new Map<Constructor, Recipe>();
  return (target) => {
    let found = table.get(target);
    if (found === undefined) {
      // A middleware is no component, and neither is a service: they are made as they are.
      const make: Maker = isComponent(target) ? makerOf(target) : (args) => new target(...args);
      found = { needs: needs(target), make };
      table.set(target, found);
    }
    return found;
  };
}

/** Resolves what a factory asks for; tsyringe would construct a class that nobody registered. */
export function provided(at: DependencyContainer, token: Token, where: string): unknown {
  if (!at.isRegistered(token as InjectionToken, true)) throw unprovided(token, where);
  return at.resolve(token as InjectionToken);
}

/** Resolves what one parameter needs. */
export function supply(
  at: DependencyContainer,
  { token, multiple, isOptional, transform, transformArgs = [] }: Need,
): unknown {
  if (token === undefined) return undefined;
  const absent =
    isOptional === true &&
    !at.isRegistered((isDelayed(token) ? targetOf(token) : token) as InjectionToken, true);
  if (isDelayed(token))
    return absent
      ? undefined
      : standIn(() => at.resolve(targetOf(token) as InjectionToken) as object);
  const wanted = token as InjectionToken;
  const value = absent
    ? multiple === true
      ? []
      : undefined
    : multiple === true
      ? at.resolveAll(wanted)
      : at.resolve(wanted);
  return transform === undefined
    ? value
    : (
        at.resolve(transform as InjectionToken) as { transform(...args: unknown[]): unknown }
      ).transform(value, ...transformArgs);
}
