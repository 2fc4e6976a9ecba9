import { ConfigError } from '../errors.js';
import { CallContext } from '../rounds/context.js';

/** What is injected under: a class, or a string or symbol named in `@inject(token)`. */
// biome-ignore lint/suspicious/noExplicitAny: a class of any constructor
export type Token<T = unknown> = string | symbol | (abstract new (...args: any[]) => T);

/** What a factory may ask for. */
export interface Resolver {
  /** Returns what the token stands for. */
  resolve<T>(token: Token<T>): T;
}

/**
 * Says what a token stands for. `useClass` and `useFactory` are made once per server, at start, unless `scope: 'call'`
 * makes them once per round of a call; only the latter may depend on `CallContext`. What the server made it also
 * disposes, by a `dispose()` method if there is one; a `useValue` stays its owner's. Of two providers for one token the
 * later counts.
 */
export type Provider<T = unknown> =
  | {
      readonly token: Token<T>;
      readonly useClass: new (...args: AnyArguments) => T;
      readonly scope?: 'call';
    }
  | { readonly token: Token<T>; readonly useValue: T; readonly scope?: never }
  | {
      readonly token: Token<T>;
      readonly useFactory: (resolver: Resolver) => T;
      readonly scope?: 'call';
    };

/** Names a token in a message. */
export const tokenName = (token: unknown): string =>
  typeof token === 'function' ? token.name || '(anonymous class)' : String(token);

const WAYS = ['useClass', 'useValue', 'useFactory'] as const;

/** Checks one entry of `providers`. @throws ConfigError `invalid_option`, naming the token and the cure. */
export function checkProvider(provider: Provider, index: number): void {
  const where = `providers[${index}]`;
  const token: unknown = (provider as Provider | undefined)?.token;
  if (typeof token !== 'function' && typeof token !== 'string' && typeof token !== 'symbol') {
    throw new ConfigError(
      'invalid_option',
      `${where}: token must be a class, a string or a symbol. An undefined class is an import cycle`,
    );
  }
  const fail = (problem: string) =>
    new ConfigError('invalid_option', `${where} (${tokenName(token)}): ${problem}`);
  if (WAYS.filter((way) => way in provider).length !== 1)
    throw fail(`give exactly one of ${WAYS.join(', ')}`);
  if (token === CallContext)
    throw fail('CallContext is provided by the server on every call. Remove it');
  if ('useClass' in provider && typeof provider.useClass !== 'function')
    throw fail('useClass must be a class. An undefined one is an import cycle');
  if ('useFactory' in provider && typeof provider.useFactory !== 'function')
    throw fail('useFactory must be a function');
  const scope: unknown = 'scope' in provider ? provider.scope : undefined;
  if (scope !== undefined && (scope !== 'call' || 'useValue' in provider))
    throw fail(`scope must be 'call' or absent, and absent with useValue`);
}

// biome-ignore lint/suspicious/noExplicitAny: a class of any constructor
type AnyArguments = any[];
