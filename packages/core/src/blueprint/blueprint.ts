import type { CacheHint } from '../cache-hint.js';
import type { AskKind } from '../events.js';
import type { JsonObject } from '../json.js';
import type { Middleware } from '../middleware.js';
import type { ArgumentValues } from '../schema/argument-values.js';
import type { Reader, ReaderResult } from '../schema/reader.js';
import type { Visible } from '../viewer.js';

export type { Reader, ReaderResult };

/** A class decorated with `@Tool`, `@Prompt` or `@Resource`, as `components` lists it. */
// biome-ignore lint/suspicious/noExplicitAny: a class of any constructor
export type ComponentClass = abstract new (...args: any[]) => unknown;

export type ComponentKind = 'tool' | 'prompt' | 'resource';
export type StepKind = 'elicit' | 'sample' | 'roots' | 'compute';

/** Which asks a step's method may return. */
export const ASKS_OF: Readonly<Record<Exclude<StepKind, 'compute'>, readonly AskKind[]>> = {
  elicit: ['form', 'url'],
  sample: ['sample'],
  roots: ['roots'],
};

/** One compiled step. Frozen plain data; the method itself is looked up on the instance by `name`. */
export interface StepBlueprint {
  readonly name: string;
  readonly kind: StepKind;
  /** Misfitting answers before the call ends (asks only). */
  readonly attempts: number;
  /** Takes an accept that comes with no state at all, if the step read no other answer. */
  readonly presupplied: boolean;
  /** How long a 2025 client's live question waits, in milliseconds. */
  readonly timeoutMs: number | undefined;
  /** A readable codec may show the value (computes only). */
  readonly readable: boolean;
  /** Entries made by another version are dropped (computes only). */
  readonly version: number;
  /** Re-parses the value on every round (computes only). */
  readonly schema: Reader | undefined;
}

/**
 * Misfitting answers until a question of the step is settled without one (R5). A client's software is
 * asked once: it would send the same again, and nobody sees what was wrong.
 */
export const attemptsOf = ({ kind, attempts }: StepBlueprint): number =>
  kind === 'sample' || kind === 'roots' ? 1 : attempts;

/** One compiled component: all that a request needs, made once at start. */
export interface Blueprint {
  readonly kind: ComponentKind;
  readonly component: ComponentClass;
  /** Tool or prompt name; for a resource, its `name`. */
  readonly name: string;
  /** For error messages: the class's name. */
  readonly className: string;
  /** In declaration order, base class first. */
  readonly steps: ReadonlyMap<string, StepBlueprint>;
  /** Names of its methods marked `@Helper()`. */
  readonly helpers: ReadonlySet<string>;
  /** Whether it has steps. One without may be hand-written and return `inputRequired({...})`, which shows only when it does. */
  readonly canAsk: boolean;
  readonly hasDeclined: boolean;
  /** Whether it runs once a flow, by a ledger (tools only). */
  readonly once: boolean;
  /** Reads the received arguments (tools, prompts) or template variables (resources). */
  readonly input: Reader;
  /** Checks and completes the return value of a tool with `output`. */
  readonly output: Reader | undefined;
  readonly scopes: readonly string[];
  /** Middleware of its own, outermost first. */
  readonly use: readonly Middleware[];
  /** Names of a prompt's arguments, or of a template's variables. */
  readonly args: readonly string[];
  /** By argument, the method that suggests values for it. */
  readonly completions: ReadonlyMap<string, string>;
  /** By argument, the values that its schema lists; they are suggested where no method does. */
  readonly values: ArgumentValues;
  /** Whether HTTP clients mirror arguments of this tool into `Mcp-Param-*` headers (`x-mcp-header`). */
  readonly mirrored: boolean;
  /** Judges for whom it exists; `undefined`: for everybody. */
  readonly visible: Visible | undefined;
  /** The entry in tools/list, prompts/list, resources/list or resources/templates/list. */
  readonly listing: JsonObject;
  /** A resource's fixed URI, or its RFC 6570 template. */
  readonly uri: { readonly fixed: string } | { readonly template: string } | undefined;
  readonly mimeType: string | undefined;
  /** Of a resource. */
  readonly cacheHint: CacheHint | undefined;
}

/** What tells a component from the others of its list, on every replica: its name, or the URI or template of a resource. */
export const keyOf = ({ name, uri }: Pick<Blueprint, 'name' | 'uri'>): string =>
  uri === undefined ? name : 'fixed' in uri ? uri.fixed : uri.template;
