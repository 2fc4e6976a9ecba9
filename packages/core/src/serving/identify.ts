import { principalOf } from './auth.js';
import type { Settings } from './options.js';
import type { ReceivedCall } from './surface.js';

/** Scopes come from the token of this very request (never from state); on stdio nobody grants any. */
export function identified({ options, logger }: Settings, { token, transport }: Pick<ReceivedCall, 'token' | 'transport'>) {
  const about = { transport, ...(token !== undefined && { authInfo: token }) };
  const principal = principalOf(about, options.state?.principal, (error) => logger.error({ err: error }, 'state.principal threw'));
  return { principal, scopes: token?.scopes ?? (transport === 'http' ? [] : undefined) };
}
