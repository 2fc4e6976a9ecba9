import {
  type AuthOptions,
  type Principal,
  principalClaims,
  type TokenInfo,
  type TokenVerifier,
} from '@countersign/core';

/** Who calls: a user's name, a whole principal, or a validated token as a verifier would return it. */
export type Caller = string | Principal | TokenInfo;

/** Who calls, as the server will be told. */
export interface PlayedCaller {
  /** For people. */
  readonly name: string;
  readonly token: TokenInfo;
  /** Whether the test chose the scopes; else they are those that the server asks of every token. */
  readonly scoped: boolean;
}

/** The year 9999: the gate of the official SDK reads the machine's clock, not the test's. */
const NEVER = 253_402_300_799;

/** The `scopes` that `as()` takes. Throws `TypeError` for an option that it has not. */
export function scopesIn({ scopes, ...others }: { readonly scopes?: readonly string[] }) {
  for (const name of Object.keys(others)) throw new TypeError(`as(): no such option: ${name}`);
  return scopes;
}

/** Fills a token for whoever is named; a name alone is a user of one issuer, through one client. Throws `TypeError` for an empty part. */
export function callerOf(caller: Caller, scopes: readonly string[] | undefined): PlayedCaller {
  if (typeof caller !== 'string' && 'clientId' in caller) {
    const sub = caller.extra?.sub;
    return {
      name: typeof sub === 'string' ? sub : caller.clientId,
      token: {
        ...caller,
        expiresAt: caller.expiresAt ?? NEVER,
        ...(scopes !== undefined && { scopes: [...scopes] }),
      },
      scoped: true,
    };
  }
  const { issuer, subject, client } =
    typeof caller === 'string'
      ? { issuer: 'https://issuer.test', subject: caller, client: 'play' }
      : caller;
  if (typeof client !== 'string' || client === '')
    throw new TypeError('as(): client must be a non-empty string');
  return {
    name: subject,
    token: {
      token: 'play',
      clientId: client,
      scopes: [...(scopes ?? [])],
      expiresAt: NEVER,
      extra: principalClaims({ iss: issuer, sub: subject }),
    },
    scoped: scopes !== undefined,
  };
}

/** The bearer token that a played caller sends: all of who it is, for a verifier that believes every word of it. */
export const bearerFor = ({ token, scoped }: PlayedCaller): string =>
  Buffer.from(JSON.stringify({ token, scoped }), 'utf8').toString('base64url');

/** Believes what `bearerFor` wrote; what else the server's own gate asks of a token, scopes and resource, is still checked. */
export function believedBearers({ requiredScopes, resource }: AuthOptions): TokenVerifier {
  return {
    verifyAccessToken: async (bearer) => {
      const { token, scoped } = JSON.parse(
        Buffer.from(bearer, 'base64url').toString('utf8'),
      ) as Pick<PlayedCaller, 'token' | 'scoped'>;
      const issuedFor = token.resource ?? resource;
      return {
        ...token,
        ...(!scoped && { scopes: [...(requiredScopes ?? [])] }),
        ...(issuedFor !== undefined && { resource: new URL(issuedFor) }),
      };
    },
  };
}
