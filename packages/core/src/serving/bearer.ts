import { isRecord } from '../json.js';
import type { TokenInfo } from './auth.js';
import type { AuthOptions } from './options.js';
import { OAuthError, OAuthErrorCode, requireBearerAuth } from './sdk.js';

/**
 * Makes the bearer gate: a validated token, or the 401 or 403 with its challenge. `unchecked` hears of a verifier that failed:
 * that is a 500, and no word on the token.
 */
export function bearerGate(
  { verifier, requiredScopes, resource, resourceMetadataUrl }: AuthOptions,
  unchecked: (error: unknown) => void,
): (request: Request) => Promise<TokenInfo | Response> {
  const invalid = () => new OAuthError(OAuthErrorCode.InvalidToken, 'The access token is not valid');
  return requireBearerAuth({
    verifier: {
      verifyAccessToken: async (token) => {
        try {
          const info = await verifier.verifyAccessToken(token);
          if (info === undefined || info === null) throw invalid();
          if (!isRecord(info) || (requiredScopes !== undefined && !Array.isArray(info.scopes))) {
            throw new TypeError('auth.verifier returned no AuthInfo: { token, clientId, scopes, expiresAt }');
          }
          return info;
        } catch (error) {
          if (!(error instanceof OAuthError)) unchecked(error);
          throw error;
        }
      },
    },
    ...(requiredScopes !== undefined && { requiredScopes: [...requiredScopes] }),
    ...(resource !== undefined && { expectedResource: new URL(resource) }),
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
  });
}
