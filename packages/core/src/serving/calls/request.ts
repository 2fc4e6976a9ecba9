import type { Blueprint } from '../../blueprint/blueprint.js';
import type { Era, ServerEvent } from '../../events.js';
import type { JsonObject } from '../../json.js';
import type { Principal } from '../../principal.js';
import type { Binding } from '../../state/guard.js';
import type { Viewer } from '../../viewer.js';
import type { ComponentMethod } from '../legacy-bridge.js';
import type { Notify } from './call-context.js';

/** One request for a component, from whichever era, before anything of it is believed. */
export interface RoundRequest {
  readonly method: ComponentMethod;
  readonly params: Readonly<Record<string, unknown>>;
  readonly era: Era;
  /** `undefined`: a token that names nobody. */
  readonly principal: Principal | undefined;
  /** Granted by the token; `undefined` where nothing grants scopes (stdio). */
  readonly scopes: readonly string[] | undefined;
  /** As whom components with `visible` judge the caller; absent, they are unknown to him. */
  readonly viewer?: Viewer | undefined;
  readonly signal: AbortSignal;
  readonly capabilities: JsonObject;
  readonly client: { readonly name?: string; readonly version?: string };
  readonly state: string | undefined;
  readonly responses: unknown;
  /** Which states open here: those of the wire, or those that the 2025 bridge keeps in the process. */
  readonly lifetime: Binding['lifetime'];
  /** Whether the caller can carry a question or a state-only round back. */
  readonly interim: boolean;
  readonly notify: Notify;
}

/** What was asked for: a component and its arguments as received. */
export interface Found {
  readonly blueprint: Blueprint;
  /** Tool or prompt name, or the URI. */
  readonly target: string;
  readonly args: unknown;
}

/** An event without what the dispatcher knows anyway. */
export type Report = (event: EventOf<ServerEvent>) => void;
type EventOf<E> = E extends unknown
  ? Omit<E, 'at' | 'component' | 'era' | 'flow' | 'round'>
  : never;
