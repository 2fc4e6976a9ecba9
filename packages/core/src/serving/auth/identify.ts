import type { Viewer } from '../../viewer.js';
import type { Settings } from '../options/settings.js';
import type { Sender } from '../surface/surface.js';
import { principalOf } from './auth.js';

/** Scopes come from the token of this very request (never from state); on stdio nobody grants any. */
export function identified({ options, logger }: Settings, { token, transport, era }: Sender) {
  const about = { transport, ...(token !== undefined && { authInfo: token }) };
  const principal = principalOf(about, options.state?.principal, (error) =>
    logger.error({ err: error }, 'state.principal threw'),
  );
  const scopes = token?.scopes ?? (transport === 'http' ? [] : undefined);
  const viewer: Viewer | undefined = principal && {
    principal,
    scopes,
    claims: token?.extra ?? {},
    transport,
    era,
  };
  return { principal, scopes, viewer };
}
