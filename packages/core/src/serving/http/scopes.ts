import type { Blueprint } from '../../blueprint/blueprint.js';
import type { Registry } from '../../blueprint/registry.js';
import type { Era, ServerEvent } from '../../events.js';
import { isRecord } from '../../json.js';
import type { Viewer } from '../../viewer.js';
import { identified } from '../auth/identify.js';
import { metadataUrl } from '../auth/resource-metadata.js';
import { covers } from '../auth/visibility.js';
import type { Settings } from '../options/settings.js';
import { bearerAuthChallengeResponse, isLegacyRequest, OAuthError, OAuthErrorCode } from '../sdk.js';
import type { Catalog } from '../surface/catalog.js';
import { componentOf } from '../surface/completions.js';
import type { Admitted } from './http.js';

export interface ScopeParts {
  readonly settings: Settings;
  readonly registry: Registry;
  readonly catalog: Catalog;
  emit(event: ServerEvent): void;
}

/**
 * Makes the check of scopes over HTTP: by the token of this very request, on every one, before any of it is served, so that the
 * answer can still be a status. One challenge names all that the request needs (spec: basic/authorization, Scope Challenge
 * Handling): 403 `insufficient_scope`, or 401 where no token came at all. What does not exist for the caller is not told of.
 */
export function scopeGate({ settings, registry, catalog, emit }: ScopeParts): (admitted: Admitted) => Promise<Response | undefined> {
  const { auth } = settings.options;
  const always = auth?.requiredScopes ?? [];
  const resourceMetadataUrl = auth && metadataUrl(auth);
  const anyScoped = registry.blueprints.some(({ scopes }) => scopes.length > 0);

  if (!anyScoped && always.length === 0) return async () => undefined;
  return async ({ request, token, body }) => {
    const era: Era = anyScoped && body !== undefined && !(await isLegacyRequest(request, body)) ? '2026' : '2025';
    const called = anyScoped ? componentsIn(body, () => identified(settings, { token, transport: 'http', era }).viewer) : [];
    const needed = [...new Set([...always, ...called.flatMap(({ scopes }) => scopes)])];
    const granted = Array.isArray(token?.scopes) ? token.scopes : []; // a verifier of JavaScript may leave the list out
    if (covers(granted, needed)) return undefined;
    for (const { name, scopes: own } of called) {
      const scopes = [...new Set([...always, ...own])];
      if (!covers(granted, scopes)) emit({ at: settings.clock.now(), component: name, era, type: 'scope.refused', scopes });
    }
    return bearerAuthChallengeResponse(token === undefined ? anonymous() : insufficient(), {
      requiredScopes: needed,
      ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
    });
  };

  /** The components with scopes that a body is about; a body of revision 2025-03-26 may be a batch. Untrusted. */
  function componentsIn(body: unknown, identify: () => Viewer | undefined): Blueprint[] {
    let viewer: { readonly named: Viewer | undefined } | undefined;
    return (Array.isArray(body) ? body : [body]).flatMap((message) => {
      if (!isRecord(message) || !isRecord(message.params) || !METHODS.has(message.method)) return [];
      viewer ??= { named: identify() };
      const found = componentFor(message.method, message.params, viewer.named);
      return found === undefined || found.scopes.length === 0 ? [] : [found];
    });
  }

  function componentFor(method: unknown, params: Record<string, unknown>, viewer: Viewer | undefined): Blueprint | undefined {
    switch (method) {
      case 'tools/call':
      case 'prompts/get':
      case 'resources/read':
        return catalog.find(method, params, viewer)?.blueprint;
      case 'resources/subscribe':
        return catalog.find('resources/read', params, viewer)?.blueprint;
      default: {
        const found = componentOf(params.ref, registry, (blueprint) => catalog.offers(viewer, blueprint));
        return typeof found === 'string' ? undefined : found;
      }
    }
  }
}

const anonymous = () => new OAuthError(OAuthErrorCode.InvalidToken, 'An access token is needed');
const insufficient = () => new OAuthError(OAuthErrorCode.InsufficientScope, 'The access token lacks a scope that is needed');

/** What is about one component. A `subscriptions/listen` names many, and is honoured in those that its token may read. */
const METHODS: ReadonlySet<unknown> = new Set([
  'tools/call',
  'prompts/get',
  'resources/read',
  'resources/subscribe',
  'completion/complete',
]);
