import type {
  CountersignServer,
  Provider,
  Resolver,
  ServerOptions,
  Token,
} from '@countersign/core';
import { rebuild } from '@countersign/core/internal';

/** The public members of what a token stands for: a fake needs no more. */
export type Public<T> = T extends object ? { readonly [P in keyof T]: T[P] } : T;

/** Says what a token stands for in a test, and returns what it was said to. */
export interface Overriding<T, R> {
  /** Puts this in its place. */
  useValue(value: Public<T>): R;
  /** Puts a class in its place, made with what its constructor asks for. */
  // biome-ignore lint/suspicious/noExplicitAny: a class of any constructor
  useClass(type: new (...args: any[]) => Public<T>): R;
  /** Makes it once for each instance of the server. */
  useFactory(make: (resolver: Resolver) => Public<T>): R;
}

/** Collects one provider. */
export function overriding<T, R>(
  token: Token<T>,
  took: (provider: Provider) => R,
): Overriding<T, R> {
  return {
    useValue: (useValue) => took({ token, useValue }),
    useClass: (useClass) => took({ token, useClass }),
    useFactory: (useFactory) => took({ token, useFactory }),
  };
}

/** The same server with one provider in place of its own. */
export const overridden = (server: CountersignServer, provider: Provider): CountersignServer =>
  rebuild(server, (options) => withProvider(options, provider));

/** Of two providers for one token the later counts; a container of the test's own is never written to. */
export function withProvider(
  { providers = [], container }: Pick<ServerOptions, 'providers' | 'container'>,
  provider: Provider,
): Pick<ServerOptions, 'providers' | 'container'> {
  if (container === undefined) return { providers: [...providers, provider] };
  const child = container.createChildContainer();
  const { token, ...how } = provider;
  if ('useFactory' in how) {
    const { useFactory } = how;
    child.register(token as never, {
      useFactory: (at) => useFactory({ resolve: (wanted) => at.resolve(wanted as never) }),
    });
  } else child.register(token as never, how as never);
  return { container: child };
}
