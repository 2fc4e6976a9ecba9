import { isRecord } from '../../json.js';
import type { AuthOptions } from '../options/options.js';
import {
  bearerAuthChallengeResponse,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
} from '../sdk.js';
import type { TokenInfo } from './auth.js';
import { metadataUrl } from './resource-metadata.js';

/**
 * Makes the bearer gate: a validated token, or the 401 with its challenge. Scopes are not checked here: what is called, and with it
 * what is needed, is not known yet. `unchecked` hears of a verifier that failed: that is a 500, and no word on the token.
 */
export function bearerGate(
  auth: AuthOptions,
  unchecked: (error: unknown) => void,
): (request: Request) => Promise<TokenInfo | Response> {
  const { verifier, requiredScopes, resource } = auth;
  const invalid = () =>
    new OAuthError(OAuthErrorCode.InvalidToken, 'The access token is not valid');
  const resourceMetadataUrl = metadataUrl(auth);
  const challenge = {
    ...(requiredScopes !== undefined && { requiredScopes: [...requiredScopes] }),
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
  };
  const checks = {
    verifier: {
      verifyAccessToken: async (token: string) => {
        try {
          const info = await verifier.verifyAccessToken(token);
          if (info === undefined || info === null) throw invalid();
          if (!isRecord(info) || (requiredScopes !== undefined && !Array.isArray(info.scopes))) {
            throw new TypeError(
              'auth.verifier returned no AuthInfo: { token, clientId, scopes, expiresAt }',
            );
          }
          return info;
        } catch (error) {
          if (!(error instanceof OAuthError)) unchecked(error);
          throw error;
        }
      },
    },
    ...(resource !== undefined && { expectedResource: new URL(resource) }),
  };
  return async (request) => {
    try {
      // Several headers arrive joined by commas, which no token has.
      const [header] = (request.headers.get('authorization') ?? '').split(',');
      return await verifyBearerToken(header || undefined, checks);
    } catch (error) {
      return bearerAuthChallengeResponse(error, challenge);
    }
  };
}
