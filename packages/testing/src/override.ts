import type {
  CountersignServer,
  Provider,
  Resolver,
  ServerOptions,
  Token,
} from '@countersign/core';
import { rebuild } from '@countersign/core/internal';
import { isEffects, nameEffect } from './effects.js';

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

/** Collects one provider. Effects in a value take the name of the place in which they stand. */
export function overriding<T, R>(
  token: Token<T>,
  took: (provider: Provider) => R,
): Overriding<T, R> {
  return {
    useValue: (useValue) => {
      for (const [member, value] of Object.entries(useValue ?? {}))
        if (isEffects(value)) nameEffect(value, `${nameOf(token)}.${member}`);
      return took({ token, useValue });
    },
    useClass: (useClass) => took({ token, useClass }),
    useFactory: (useFactory) => took({ token, useFactory }),
  };
}

/** The effects of which a provider is known to be made. */
export const effectsIn = (provider: Provider): readonly string[] =>
  'useValue' in provider
    ? Object.entries(provider.useValue ?? {}).flatMap(([member, value]) =>
        isEffects(value) ? [`${nameOf(provider.token)}.${member}`] : [],
      )
    : [];

type Services = Pick<ServerOptions, 'providers' | 'container'>;

/** The same server with one provider in place of its own. Throws `TypeError` for a token that it does not provide. */
export const overridden = (server: CountersignServer, provider: Provider): CountersignServer =>
  rebuild(server, (options) => {
    providedBy(options, provider.token);
    return withProvider(options, provider);
  });

/**
 * The same server, where one method of what a token stands for counts as an effect, and does what it
 * did. Throws `TypeError` for a token that the server does not provide.
 */
export const withEffect = (
  server: CountersignServer,
  token: Token,
  counted: (service: object) => object,
): CountersignServer =>
  rebuild(server, (options) => {
    const own = providedBy(options, token);
    if (own === undefined) {
      const { container } = options;
      return withProvider(options, {
        token,
        useFactory: () => counted(container?.resolve(token as never) as object),
      });
    }
    // The real one moves to a token that nobody else has, and is made as it was.
    const real = Symbol(nameOf(token));
    const { providers = [] } = withProvider(options, {
      token,
      useFactory: ({ resolve }) => counted(resolve<object>(real)),
      ...('scope' in own && own.scope !== undefined && { scope: own.scope }),
    });
    return { providers: [{ ...own, token: real } as Provider, ...providers] };
  });

/** The server's own provider of a token; none for what its container provides. */
function providedBy({ providers = [], container }: Services, token: Token): Provider | undefined {
  const own = providers.findLast((provider) => provider.token === token);
  if (own === undefined && container?.isRegistered(token as never, true) !== true)
    throw new TypeError(
      `override(): the server provides no ${nameOf(token)}, so nothing of it would be replaced; ` +
        `it provides ${providers.map((provider) => nameOf(provider.token)).join(', ') || 'nothing'}`,
    );
  return own;
}

/** One provider in place of another; a container of the test's own is never written to. */
export function withProvider(
  { providers = [], container }: Services,
  provider: Provider,
): Services {
  const others = providers.filter(({ token }) => token !== provider.token);
  if (container === undefined || others.length < providers.length)
    return { providers: [...others, provider] };
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

/** Names a token for people. */
export const nameOf = (token: Token): string =>
  typeof token === 'function' ? token.name || 'an unnamed class' : String(token);
