import { ConfigError } from '../errors.js';
import { shownName } from '../metadata/shown-name.js';
import { CallContext } from '../rounds/context.js';
import { DELAYED, type Delayed, isDelayed, type Need, needsOf, targetOf } from './needs.js';
import { type Token, tokenName } from './provider.js';

// biome-ignore lint/suspicious/noExplicitAny: a class of any constructor
export type Constructor = new (...args: any[]) => object;

/** How long what a class makes lives. */
export type Lifetime = 'server' | 'call';

/** What the survey must know of a token. */
export type Known =
  | { readonly kind: 'ours'; readonly lifetime: Lifetime; readonly useClass?: Constructor }
  /** Registered in the user's own container, or by tsyringe's decorators: not looked into. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'unknown' };

export interface Survey {
  /** Walks all that a class needs. @throws ConfigError naming the class, the parameter and the cure. */
  visit(target: Constructor, lifetime: Lifetime): void;
  needs(target: Constructor): readonly Need[];
  /** Whether something is resolved from a container that is not ours. */
  readonly foreign: () => boolean;
}

/** Finds at start what would otherwise fail, or go wrong in silence, on the first call that constructs it. */
export function survey(known: (token: Token) => Known, provide?: (name: string) => string): Survey {
  const table = new Map<Constructor, readonly Need[]>();
  const seen: Readonly<Record<Lifetime, Set<Constructor | Delayed>>> = {
    server: new Set(),
    call: new Set(),
  };
  let foreign = false;

  const needs = (target: Constructor, shown?: string): readonly Need[] => {
    const found = table.get(target) ?? needsOf(target, shown ?? shownName(target));
    table.set(target, found);
    return found;
  };

  const visit = (
    target: Constructor,
    lifetime: Lifetime,
    path: readonly Constructor[] = [],
  ): void => {
    if (path.includes(target)) {
      const cycle = named([...path.slice(path.indexOf(target)), target]);
      throw new ConfigError(
        'missing_metadata',
        `${shownName(target)} needs itself to be constructed: ${cycle}. Write ${DELAYED}`,
      );
    }
    if (seen[lifetime].has(target)) return;
    const shown = named([...path, target]);
    for (const [index, need] of needs(target, shown).entries()) {
      const where = `${shown}, constructor parameter #${index}`;
      if (need.token !== undefined)
        follow(need.token, need.isOptional === true, where, lifetime, [...path, target]);
      if (need.transform !== undefined)
        follow(need.transform, false, where, lifetime, [...path, target]);
    }
    seen[lifetime].add(target);
  };

  const follow = (
    token: Token | Delayed,
    optional: boolean,
    where: string,
    lifetime: Lifetime,
    path: readonly Constructor[],
  ): void => {
    if (isDelayed(token)) {
      // Constructed later, if at all: it closes no cycle, and is followed once.
      if (seen[lifetime].has(token)) return;
      seen[lifetime].add(token);
      const target = targetOf(token);
      if (target === undefined)
        throw new ConfigError(
          'missing_metadata',
          `${where}: delay(() => Class) gave undefined. Export the class it names`,
        );
      follow(target, optional, where, lifetime, []);
      return;
    }
    if (token === CallContext) {
      if (lifetime === 'server') throw tooShort('CallContext', where);
      return;
    }
    const found = known(token);
    if (found.kind === 'foreign') {
      foreign = true;
    } else if (found.kind === 'ours') {
      if (lifetime === 'server' && found.lifetime === 'call')
        throw tooShort(tokenName(token), where);
      if (found.useClass !== undefined) visit(found.useClass, found.lifetime, path);
    } else if (!optional) {
      throw unprovided(token, where, provide);
    }
  };
  return { visit, needs, foreign: () => foreign };
}

/** A class after those that need it: a service has no name but that of its class, which a minifier may have taken. */
const named = (path: readonly Constructor[]): string => path.map(shownName).join(' → ');

/** A class that nobody provides is not constructed all the same: a service that was forgotten would be made anew for every call. */
export const unprovided = (token: Token, where: string, provide?: (name: string) => string) => {
  const name = tokenName(token);
  const entry =
    typeof token === 'function'
      ? `{ token: ${name}, useClass: ${name} } to providers (one per server), with scope: 'call' for one per call`
      : 'it to providers, with useClass, useValue or useFactory';
  const cure = provide?.(name) ?? `Add ${entry}; or register it in container`;
  return new ConfigError(
    'missing_metadata',
    `${where}: needs ${name}, which no provider gives. ${cure}`,
  );
};

/** What lives as long as the server must not hold on to one call's things: the next caller would meet them. */
const tooShort = (token: string, where: string) =>
  new ConfigError(
    'invalid_component',
    `${where}: ${token} belongs to one call, but this is made once per server. Give its provider scope: 'call'`,
  );
