import type { Era } from './events.js';
import type { Principal } from './principal.js';

/** Who looks at the server: what `visible` may judge by. Nothing in it comes from the client's own words. */
export interface Viewer {
  /** Issuer, subject and client of the validated token, or what `state.principal` made of it. */
  readonly principal: Principal;
  /** Granted by the validated token; `[]` over HTTP without one, `undefined` on stdio, where nothing grants scopes. */
  readonly scopes: readonly string[] | undefined;
  /** `extra` of the validated token, as the verifier gave it (roles, a tenant); `{}` without a token. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** `stdio`: whoever started the process. */
  readonly transport: 'http' | 'stdio';
  /** Of the request. */
  readonly era: Era;
}

/** Tells whether a component exists for a caller. Called often: cheap, synchronous and free of effects. */
export type Visible = (viewer: Viewer) => boolean;
