import { principalClaims, type TokenVerifier } from '@countersign/core';
import { jwtVerify, SignJWT } from 'jose';

const ISSUER = 'https://login.example';
const AUDIENCE = 'https://releases.example';
const CLIENT = 'demo-client';

/** Makes an access token for a person, as an authorisation server would (RFC 9068). */
export const issueToken = (subject: string, secret: Uint8Array): Promise<string> =>
  new SignJWT({ client_id: CLIENT })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(subject)
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(secret);

/**
 * Checks tokens. What it puts into `extra` by `principalClaims`, together with the client id, is what every sealed state is
 * bound to. No token information is a 401 with a challenge.
 */
export const tokenVerifier = (secret: Uint8Array): TokenVerifier => ({
  async verifyAccessToken(token) {
    const checks = {
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: ['HS256'],
      typ: 'at+jwt',
      requiredClaims: ['sub', 'exp', 'client_id'],
    };
    const verified = await jwtVerify<{ client_id: string }>(token, secret, checks).catch(
      () => undefined,
    );
    if (verified === undefined) return undefined;
    const { iss = '', sub = '', exp = 0, client_id: clientId } = verified.payload;
    return { token, clientId, scopes: [], expiresAt: exp, extra: principalClaims({ iss, sub }) };
  },
});
