import type { Blueprint } from '../blueprint/blueprint.js';
import type { Era, ServerEvent } from '../events.js';
import { isRecord } from '../json.js';
import type { TokenInfo } from './auth.js';
import type { Admitted } from './http.js';
import type { ComponentMethod } from './legacy-bridge.js';
import type { Settings } from './options.js';
import { metadataUrl } from './resource-metadata.js';
import { bearerAuthChallengeResponse, isLegacyRequest, OAuthError, OAuthErrorCode } from './sdk.js';

/** Whether a token's scopes cover what is needed. Names are compared as they are: a verifier lists what a broad scope implies. */
export const covers = (granted: readonly string[], needed: readonly string[]): boolean => needed.every((scope) => granted.includes(scope));

export interface ScopeParts {
  readonly settings: Settings;
  find(method: ComponentMethod, params: Readonly<Record<string, unknown>>): { readonly blueprint: Blueprint } | undefined;
  /** The component that the `ref` of a completion names, or why there is none. */
  completed(ref: unknown): Blueprint | string;
  emit(event: ServerEvent): void;
}

/**
 * Makes the check of scopes over HTTP: by the token of this very request, on every one, before any of it is served, so that the
 * answer can still be a status. One challenge names all that the request needs (spec: basic/authorization, Scope Challenge
 * Handling): 403 `insufficient_scope`, or 401 where no token came at all.
 */
export function scopeGate({ settings, emit, ...finding }: ScopeParts): (admitted: Admitted) => Promise<Response | undefined> {
  const { auth } = settings.options;
  const always = auth?.requiredScopes ?? [];
  const resourceMetadataUrl = auth && metadataUrl(auth);

  return async ({ request, token, body }) => {
    const called = componentsIn(body, finding);
    const needed = [...new Set([...always, ...called.flatMap(({ scopes }) => scopes)])];
    if (needed.length === 0 || covers(grantedBy(token), needed)) return undefined;
    const era: Era = (await isLegacyRequest(request, body)) ? '2025' : '2026';
    for (const { name, scopes } of called) {
      emit({ at: settings.clock.now(), component: name, era, type: 'scope.refused', scopes: [...new Set([...always, ...scopes])] });
    }
    return bearerAuthChallengeResponse(token === undefined ? anonymous() : insufficient(), {
      requiredScopes: needed,
      ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
    });
  };
}

/** A verifier of JavaScript may leave the list out. */
const grantedBy = (token: TokenInfo | undefined): readonly string[] => (Array.isArray(token?.scopes) ? token.scopes : []);

const anonymous = () => new OAuthError(OAuthErrorCode.InvalidToken, 'An access token is needed');
const insufficient = () => new OAuthError(OAuthErrorCode.InsufficientScope, 'The access token lacks a scope that is needed');

const METHODS: ReadonlySet<unknown> = new Set<ComponentMethod>(['tools/call', 'prompts/get', 'resources/read']);
const isCall = (method: unknown): method is ComponentMethod => METHODS.has(method);

/** The components that a body calls, or asks for values; a body of revision 2025-03-26 may be a batch. Untrusted. */
function componentsIn(body: unknown, { find, completed }: Pick<ScopeParts, 'find' | 'completed'>): Blueprint[] {
  return (Array.isArray(body) ? body : [body]).flatMap((message) => {
    if (!isRecord(message) || !isRecord(message.params)) return [];
    const { method, params } = message;
    const found = method === 'completion/complete' ? completed(params.ref) : isCall(method) && find(method, params)?.blueprint;
    return typeof found === 'object' ? [found] : [];
  });
}
