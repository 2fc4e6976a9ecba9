import type { z } from 'zod';
import type { CacheHint } from '../cache-hint.js';
import { componentDecorator } from './component.js';
import type { Accepts, Returns, Runs } from './component-type.js';
import type { ComponentOptions, InputOf } from './options.js';

/** For whom a resource is and how much it matters (spec: server/resources, Annotations). */
export interface ResourceAnnotations {
  audience?: ('user' | 'assistant')[];
  /** From 0 to 1. */
  priority?: number;
  /** ISO 8601. */
  lastModified?: string;
}

/** What `@Resource` takes. */
export interface ResourceOptions<
  U extends string = string,
  I extends z.ZodObject | undefined = z.ZodObject | undefined,
> extends ComponentOptions {
  /**
   * A fixed URI, or an RFC 6570 template of `{variable}` (stops at `/`, `?` and `#`) and `{+variable}` (does not).
   * The values a client sends are percent-decoded and untrusted: one may hold `/` or `..`.
   */
  uri: U;
  /** Tells people and models what it holds. */
  description?: string;
  /** Of what `run` returns as text or bytes. */
  mimeType?: string;
  /** For whom it is and how much it matters; sent as they are. */
  annotations?: ResourceAnnotations;
  /**
   * How long what it reads may be cached; member by member before the server's hint for `resources/read`. What a request with state or
   * answers reads is never cached, and `public` is a `ConfigError` where the resource asks, or has `scopes` or `visible`.
   */
  cacheHint?: CacheHint;
  /** Reads the template's variables, which are strings; without it `run` gets them as they are. */
  input?: I;
}

type Variables<U extends string> = U extends `${string}{${infer V}}${infer Rest}`
  ? Named<V> | Variables<Rest>
  : never;
type Named<V extends string> = V extends `+${infer N}` ? N : V;

/** What `run` gets when there is no `input`: the variables by name, or an empty object for a fixed URI. */
export type VariablesOf<U extends string> = string extends U
  ? Record<string, string>
  : [Variables<U>] extends [never]
    ? Record<string, never>
    : { readonly [V in Variables<U>]: string };

type ResourceInput<U extends string, I extends z.ZodObject | undefined> = I extends z.ZodObject
  ? InputOf<I>
  : VariablesOf<U>;

/**
 * Makes a class a resource, or a template of resources. `run` returns text or bytes. Records only; a mistake is a
 * `ConfigError` at start. Throws `ConfigError` (`standard_decorators`) when compiled with standard decorators.
 */
export function Resource<U extends string, I extends z.ZodObject | undefined = undefined>(
  options: ResourceOptions<U, I>,
): <C extends Runs<unknown>>(target: C & Accepts<C, ResourceInput<U, I>> & Returns<C>) => void;
export function Resource(options: unknown, context?: unknown): unknown {
  return componentDecorator('Resource', 'resource', options, context);
}
