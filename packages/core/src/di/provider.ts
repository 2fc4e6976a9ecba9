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
 * disposes, by a `dispose()` method if there is one; a `useValue` stays its owner's. Two providers for one token are a
 * `ConfigError` `duplicate`.
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

// biome-ignore lint/suspicious/noExplicitAny: a class of any constructor
type AnyArguments = any[];
