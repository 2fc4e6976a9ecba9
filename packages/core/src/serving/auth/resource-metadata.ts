import { invalid, known, scopeList, secureUrl, text } from '../option-checks.js';
import type { AuthOptions } from '../options/options.js';
import type { Settings } from '../options/settings.js';
import { getOAuthProtectedResourceMetadataUrl } from '../sdk.js';

/** What the protected resource metadata (RFC 9728) tells clients besides `auth.resource`. */
export interface ResourceMetadataOptions {
  /** Issuers whose tokens the verifier accepts, one at least: URLs, each spelled as the authorization server spells its own. */
  authorizationServers: readonly string[];
  /** What a client may ask for at first; default `auth.requiredScopes`. A component's further `scopes` are told when it needs them. */
  scopesSupported?: readonly string[];
  /** A name for people; default the server's `title` or `name`. */
  resourceName?: string;
  /** URL of a page for developers. */
  resourceDocumentation?: string;
}

const NAMES: { readonly [N in keyof Required<ResourceMetadataOptions>]: true } = {
  authorizationServers: true,
  scopesSupported: true,
  resourceName: true,
  resourceDocumentation: true,
};

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Checks what the metadata, and whoever names it, depends on. Throws `ConfigError` `invalid_option`. */
export function checkMetadata({ resource, metadata, resourceMetadataUrl }: AuthOptions): void {
  if (resourceMetadataUrl !== undefined)
    secureUrl('auth.resourceMetadataUrl', resourceMetadataUrl, { query: true });
  if (metadata === undefined) return;
  if (typeof metadata !== 'object' || metadata === null)
    throw invalid('auth.metadata must be an object');
  known('auth.metadata.', metadata, NAMES);
  if (resource === undefined)
    throw invalid('auth.metadata needs auth.resource, the URL that clients use for this server');
  const { href, origin } = secureUrl('auth.resource', resource);
  // Clients hold it against the URL they use, some of them letter by letter (RFC 9728 §3.3).
  if (resource !== href && resource !== origin)
    throw invalid(`auth.resource must be written as URLs are normalised: ${href}`);
  const {
    authorizationServers: servers,
    scopesSupported,
    resourceName,
    resourceDocumentation,
  } = metadata;
  if (!Array.isArray(servers) || servers.length === 0)
    throw invalid('auth.metadata.authorizationServers must be a non-empty list of issuer URLs');
  for (const issuer of servers) secureUrl('auth.metadata.authorizationServers', issuer);
  scopeList('auth.metadata.scopesSupported', scopesSupported);
  if (resourceName !== undefined) text('auth.metadata.resourceName', resourceName);
  if (resourceDocumentation !== undefined)
    secureUrl('auth.metadata.resourceDocumentation', resourceDocumentation, { query: true });
}

/** Where clients find the metadata, for challenges: as told, else where `metadata` is served. */
export function metadataUrl({
  resource,
  metadata,
  resourceMetadataUrl,
}: AuthOptions): string | undefined {
  if (resourceMetadataUrl !== undefined || metadata === undefined || resource === undefined)
    return resourceMetadataUrl;
  return getOAuthProtectedResourceMetadataUrl(new URL(resource));
}

/**
 * Makes the answers at the well-known paths: the resource's own path inserted (RFC 9728 §3.1), and the root, where clients look
 * last (spec: basic/authorization/authorization-server-discovery). `undefined` for every other path.
 */
export function metadataPages({
  options,
}: Pick<Settings, 'options'>): (path: string) => ((request: Request) => Response) | undefined {
  const { auth, name, title } = options;
  if (auth?.metadata === undefined || auth.resource === undefined) return () => undefined;
  const {
    authorizationServers,
    scopesSupported = auth.requiredScopes,
    resourceName = title ?? name,
    resourceDocumentation,
  } = auth.metadata;
  const document = JSON.stringify({
    resource: auth.resource,
    authorization_servers: authorizationServers,
    ...(scopesSupported !== undefined &&
      scopesSupported.length > 0 && { scopes_supported: scopesSupported }),
    bearer_methods_supported: ['header'],
    resource_name: resourceName,
    ...(resourceDocumentation !== undefined && { resource_documentation: resourceDocumentation }),
  });
  const paths = new Set([
    new URL(getOAuthProtectedResourceMetadataUrl(new URL(auth.resource))).pathname,
    WELL_KNOWN,
  ]);
  const page = (request: Request) => pageFor(request, document);
  return (path) => (paths.has(path) ? page : undefined);
}

/** Public by design, so that a page of any origin which passed the check of `Origin` may read it. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const METHODS = 'GET, HEAD, OPTIONS';

function pageFor({ method, headers }: Request, document: string): Response {
  if (method === 'OPTIONS') {
    const asked = headers.get('access-control-request-headers');
    return new Response(null, {
      status: 204,
      headers: {
        ...ANY_ORIGIN,
        'access-control-allow-methods': METHODS,
        ...(asked !== null && {
          'access-control-allow-headers': asked,
          vary: 'access-control-request-headers',
        }),
      },
    });
  }
  if (method !== 'GET' && method !== 'HEAD')
    return new Response(null, { status: 405, headers: { ...ANY_ORIGIN, allow: METHODS } });
  return new Response(method === 'HEAD' ? null : document, {
    headers: { ...ANY_ORIGIN, 'content-type': 'application/json' },
  });
}
