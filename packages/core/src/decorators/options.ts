import type { z } from 'zod';
import type { Icon } from '../icon.js';
import type { JsonObject } from '../json.js';
import type { Middleware } from '../middleware.js';
import type { Visible } from '../viewer.js';

/** What every component may say of itself. */
export interface ComponentOptions {
  /** Names the component to clients and models; unique within its kind. */
  name: string;
  /** A name for people. */
  title?: string;
  /** Images of it, for clients to choose from. */
  icons?: readonly Icon[];
  /** Passed to clients as it is. */
  _meta?: JsonObject;
  /** Scopes the caller's token must hold, checked on every round and never taken from sealed state; not on stdio, where no token is. */
  scopes?: readonly string[];
  /** Middleware around every round of this component's calls, in this order, inside the server's own. */
  use?: readonly Middleware[];
  /**
   * Tells whether the component exists for a caller: asked on every list, call, read, completion and notification, in each round. To
   * whom it returns anything but `true`, the component is unknown; so it is when it throws, which is logged, and to callers without a name.
   */
  visible?: Visible;
}

/**
 * Raw JSON Schema (2020-12) for an input, checked on the received arguments. Its type says nothing of the arguments:
 * give `run` and the steps a type of your own. Not a zod schema, so a mistyped one is not taken for this.
 */
export type RawSchema = JsonObject & { readonly _zod?: never };

/** What `input` may be; nothing means that `run` gets an empty object. */
export type Input = z.ZodObject | RawSchema | undefined;

/** What `run` and the steps get as their first parameter. */
export type InputOf<I extends Input> = [I] extends [undefined]
  ? Record<string, never>
  : I extends z.ZodObject
    ? z.output<I>
    : // biome-ignore lint/suspicious/noExplicitAny: a raw schema has no type; the author's annotation stands
      any;
