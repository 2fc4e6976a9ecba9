import type { Blueprint } from '../../blueprint/blueprint.js';
import type { Registry } from '../../blueprint/registry.js';
import type { Era, ServerEvent } from '../../events.js';
import { isRecord } from '../../json.js';
import type { Viewer } from '../../viewer.js';
import type { TokenInfo } from '../auth/auth.js';
import { identified } from '../auth/identify.js';
import { metadataUrl } from '../auth/resource-metadata.js';
import { covers } from '../auth/visibility.js';
import type { BegunCall } from '../legacy-bridge.js';
import type { Settings } from '../options/settings.js';
import { scopesNamed, unknownTarget } from '../results/results.js';
import {
  bearerAuthChallengeResponse,
  isLegacyRequest,
  OAuthError,
  OAuthErrorCode,
} from '../sdk.js';
import type { Catalog } from '../surface/catalog.js';
import { componentOf } from '../surface/completions.js';
import type { Admitted } from './http.js';

export interface ScopeParts {
  readonly settings: Settings;
  readonly registry: Registry;
  readonly catalog: Catalog;
  emit(event: ServerEvent): void;
}

/** The check of scopes over HTTP: what it returns is the answer, and nothing of the request is served. */
export interface ScopeGate {
  request(admitted: Admitted): Promise<Response | undefined>;
  /** Of an answer to questions of 2025 calls that are open on a session: its token must be one that could make these calls. */
  answer(token: TokenInfo | undefined, calls: readonly BegunCall[]): Response | undefined;
}

/**
 * Makes the check of scopes over HTTP: by the token of this very request, on every one, before any of it is served, so that the
 * answer can still be a status. One challenge names all that the request needs (spec: basic/authorization, Scope Challenge
 * Handling): 403 `insufficient_scope`, or 401 where no token came at all. What does not exist for the caller is not told of.
 */
export function scopeGate({ settings, registry, catalog, emit }: ScopeParts): ScopeGate {
  const { auth } = settings.options;
  const always = auth?.requiredScopes ?? [];
  const resourceMetadataUrl = auth && metadataUrl(auth);
  const anyScoped = registry.blueprints.some(({ scopes }) => scopes.length > 0);

  return {
    request: async ({ request, token, body }) => {
      if (!anyScoped && always.length === 0) return undefined;
      const era: Era =
        anyScoped && body !== undefined && !(await isLegacyRequest(request, body))
          ? '2026'
          : '2025';
      const called = anyScoped
        ? componentsIn(body, () => identified(settings, { token, transport: 'http', era }).viewer)
        : [];
      return challenge(token, called, era);
    },
    answer: (token, calls) => {
      if (calls.length === 0) return undefined;
      const { viewer } = identified(settings, { token, transport: 'http', era: '2025' });
      const called: Blueprint[] = [];
      for (const call of calls) {
        const found = catalog.begun(call.method, call.params, viewer)?.blueprint;
        // Hidden from this token, by its claims say: the call itself would have been answered as unknown.
        if (found === undefined)
          return Response.json(
            { jsonrpc: '2.0', error: unknownTarget(call), id: null },
            { status: 403 },
          );
        called.push(found);
      }
      return challenge(token, called, '2025');
    },
  };

  function challenge(
    token: TokenInfo | undefined,
    called: readonly Blueprint[],
    era: Era,
  ): Response | undefined {
    const needed = [...new Set([...always, ...called.flatMap(({ scopes }) => scopes)])];
    const granted = Array.isArray(token?.scopes) ? token.scopes : []; // a verifier of JavaScript may leave the list out
    if (covers(granted, needed)) return undefined;
    for (const { name, scopes: own } of called) {
      const scopes = [...new Set([...always, ...own])];
      if (!covers(granted, scopes))
        emit({ at: settings.clock.now(), component: name, era, type: 'scope.refused', scopes });
    }
    const missing = needed.filter((scope) => !granted.includes(scope));
    return bearerAuthChallengeResponse(token === undefined ? anonymous() : insufficient(missing), {
      requiredScopes: needed,
      ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
    });
  }

  /** The components with scopes that a body is about; a body of revision 2025-03-26 may be a batch. Untrusted. */
  function componentsIn(body: unknown, identify: () => Viewer | undefined): Blueprint[] {
    let viewer: { readonly named: Viewer | undefined } | undefined;
    return (Array.isArray(body) ? body : [body]).flatMap((message) => {
      if (!isRecord(message) || !isRecord(message.params) || !METHODS.has(message.method))
        return [];
      viewer ??= { named: identify() };
      const found = componentFor(message.method, message.params, viewer.named);
      return found === undefined || found.scopes.length === 0 ? [] : [found];
    });
  }

  function componentFor(
    method: unknown,
    params: Record<string, unknown>,
    viewer: Viewer | undefined,
  ): Blueprint | undefined {
    switch (method) {
      case 'tools/call':
      case 'prompts/get':
      case 'resources/read':
        return catalog.find(method, params, viewer)?.blueprint;
      case 'resources/subscribe':
        return catalog.find('resources/read', params, viewer)?.blueprint;
      default: {
        const found = componentOf(params.ref, registry, (blueprint) =>
          catalog.offers(viewer, blueprint),
        );
        return typeof found === 'string' ? undefined : found;
      }
    }
  }
}

const anonymous = () => new OAuthError(OAuthErrorCode.InvalidToken, 'An access token is needed');
/** Names what is missing: most hosts show the text, and nothing of the challenge. */
const insufficient = (missing: readonly string[]) =>
  new OAuthError(
    OAuthErrorCode.InsufficientScope,
    `The access token lacks ${scopesNamed(missing)}`,
  );

/** What is about one component. A `subscriptions/listen` names many, and is honoured in those that its token may read. */
const METHODS: ReadonlySet<unknown> = new Set([
  'tools/call',
  'prompts/get',
  'resources/read',
  'resources/subscribe',
  'completion/complete',
]);
