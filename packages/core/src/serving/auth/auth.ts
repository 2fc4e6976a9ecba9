import { isRecord, own } from '../../json.js';
import type { Principal } from '../../principal.js';

/** What a token verifier tells of a validated token: the shape of the official SDK's `AuthInfo`. */
export interface TokenInfo {
  /** The token itself; a secret. */
  token: string;
  /** The OAuth client it was issued to; part of the principal. */
  clientId: string;
  /** What it grants; compared as they are. */
  scopes: string[];
  /** Seconds since the epoch. Without it the token is refused. */
  expiresAt?: number;
  /** The resource it was issued for (RFC 8707). */
  resource?: URL;
  /** `iss` and `sub`, by `principalClaims`. */
  extra?: Record<string, unknown>;
}

/** What `state.principal` may look at to name the caller. */
export interface PrincipalRequest {
  /** Of the validated token; absent when no authentication is configured, and on stdio. */
  readonly authInfo?: TokenInfo;
  /** `stdio`: whoever started the process. */
  readonly transport: 'http' | 'stdio';
}

/**
 * Names the caller, instead of the token's issuer, subject and client. `undefined`, an empty member or a throw refuses the call;
 * what it throws is logged.
 */
export type PrincipalResolver = (request: PrincipalRequest) => Principal | undefined;

/** The one caller of a stdio server: whoever started the process. */
export const STDIO_PRINCIPAL: Principal = Object.freeze({
  issuer: 'countersign:stdio',
  subject: 'local',
  client: 'stdio',
});
/** Every caller of an HTTP server without authentication. Not the same as a token without a subject, which is refused. */
export const ANONYMOUS_PRINCIPAL: Principal = Object.freeze({
  issuer: 'countersign:http',
  subject: 'anonymous',
  client: 'anonymous',
});

/**
 * Builds the `extra` of a verifier's `AuthInfo`: the issuer and subject that sealed state is bound to. The SDK's `AuthInfo`
 * has no members of its own for them. Throws `TypeError` for an empty value.
 */
export function principalClaims(claims: { readonly iss: string; readonly sub: string }): {
  readonly iss: string;
  readonly sub: string;
} {
  for (const name of ['iss', 'sub'] as const) {
    if (typeof claims[name] !== 'string' || claims[name] === '')
      throw new TypeError(`principalClaims: ${name} must be a non-empty string`);
  }
  return { iss: claims.iss, sub: claims.sub };
}

const filled = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isReserved = (issuer: string) =>
  issuer === STDIO_PRINCIPAL.issuer || issuer === ANONYMOUS_PRINCIPAL.issuer;

/**
 * Tells who calls. `undefined` means that nobody can be named although a token was presented: the call is refused, it never
 * falls back to anonymous (spec: client/elicitation, Security Considerations). `failed` hears what the resolver throws.
 */
export function principalOf(
  request: PrincipalRequest,
  resolver: PrincipalResolver | undefined,
  failed: (error: unknown) => void = () => undefined,
): Principal | undefined {
  if (resolver !== undefined) return resolved(request, resolver, failed);
  if (request.transport === 'stdio') return STDIO_PRINCIPAL;
  if (request.authInfo === undefined) return ANONYMOUS_PRINCIPAL;
  const { clientId, extra } = request.authInfo;
  const issuer = extra === undefined ? undefined : own(extra, 'iss');
  const subject = extra === undefined ? undefined : own(extra, 'sub');
  if (!filled(issuer) || !filled(subject) || !filled(clientId) || isReserved(issuer))
    return undefined;
  return { issuer, subject, client: clientId };
}

function resolved(
  request: PrincipalRequest,
  resolver: PrincipalResolver,
  failed: (error: unknown) => void,
): Principal | undefined {
  let named: unknown;
  try {
    named = resolver(request);
  } catch (error) {
    failed(error);
    return undefined;
  }
  if (!isRecord(named)) return undefined;
  const { issuer, subject, client } = named;
  return filled(issuer) && filled(subject) && filled(client)
    ? { issuer, subject, client }
    : undefined;
}
