import type { ComponentKind } from '../../blueprint/blueprint.js';
import type { AskKind, Era } from '../../events.js';
import type { FormDescription } from '../../schema/made-forms.js';

export type { FormDescription };

/** A client capability that a question needs (spec: client/elicitation, client/sampling, client/roots). */
export type Capability =
  | 'elicitation.form'
  | 'elicitation.url'
  | 'sampling'
  | 'sampling.tools'
  | 'roots';

/** A step that asks: what is known of it before its method runs. */
export interface AskStepDescription {
  readonly name: string;
  readonly kind: 'elicit' | 'sample' | 'roots';
  /** What the method may return; which of these, and whether anything at all, shows only when it runs. */
  readonly asks: readonly AskKind[];
  /** Misfitting answers to one question before the call ends. */
  readonly attempts: number;
  /** Whether it takes an accept that comes with no state at all. */
  readonly presupplied: boolean;
  /** Milliseconds that a 2025 client's live question waits; absent where the shim's default holds. */
  readonly timeoutMs?: number;
  /** Said on the ask, not on the step. */
  readonly optional: 'unknown';
  /** One, or as many as `ask.all` or `ask.each` gets. */
  readonly questions: 'unknown';
}

/** A compute: what is known of it before its method runs. */
export interface ComputeStepDescription {
  readonly name: string;
  readonly kind: 'compute';
  /** Values of another version are dropped. */
  readonly version: number;
  /** Whether a readable codec may show the value. */
  readonly readable: boolean;
  /** Whether a schema re-reads the value in every round. */
  readonly schema: boolean;
  /** Whether it says `again`, and how often. */
  readonly again: 'unknown';
}

/** A step: what is known of it before its method runs. */
export type StepDescription = AskStepDescription | ComputeStepDescription;

/** A bound of the `input_required` results of one flow. */
export interface RoundLimit {
  /**
   * `state.maxRounds`, and `flow` (32, fixed), hold for clients of both eras; `official client` is what that client follows of a
   * 2026 server unless its user configured it otherwise; `legacyShim` is the `maxRounds` of the shim.
   */
  readonly by: 'state.maxRounds' | 'flow' | 'official client' | 'legacyShim';
  /** Whose calls it bounds. */
  readonly eras: readonly Era[];
  /** Whether it counts all results, or only those whose request settled no answer: the first one of a flow, say. */
  readonly counts: 'all' | 'unsettled';
  readonly most: number;
}

/**
 * How a component stands to one limit. Rounds of `again`, later batches of `ask.each`, missing answers and changed questions
 * are counted in none of the figures.
 */
export interface RoundBound extends RoundLimit {
  /** Most results that count if every question is answered at once by what fits. */
  readonly answered: number | 'unknown';
  /** … if every question gets as many misfitting answers as `attempts` allows, one in a round; for steps that ask one question each. */
  readonly worst: number | 'unknown';
  /** Results that the worst case leaves: for `again`, later batches, missing answers, and questions that a deploy changed; never below 0. */
  readonly left: number | 'unknown';
}

/** Upper bounds of the `input_required` results of one flow, within one version of a component, with methods that are pure. */
export interface RoundsDescription {
  /** That ask, when every question is answered at once by what fits: one for each step, since each may read the answer to the one before. */
  readonly asking: number | 'unknown';
  /** More of them by answers that do not fit: `attempts - 1` for each step that asks one question; for `ask.all`, for each of its questions. */
  readonly retries: number | 'unknown';
  /**
   * More of them by questions that get a new wording although nothing they read changed, as in a deploy: 2 for each, the third ends
   * the call. Where two versions put them in turn, each in its own wording, only the limits bound them.
   */
  readonly changes: number | 'unknown';
  /**
   * More of them by `ask.each`: one for each batch after the first. Unknown as soon as a step asks, since each may do it, of
   * any number of things; 0 for all others.
   */
  readonly batches: number | 'unknown';
  /**
   * Without a question: unknown as soon as there is a compute, since each may say `again`; otherwise 1 for a `once` tool, whose first
   * request is sent back where it puts no question, in place of those that ask; 0 for all others.
   */
  readonly stateOnly: number | 'unknown';
}

/** What is known of a component without calling it. */
export interface ComponentDescription {
  readonly kind: ComponentKind;
  /** Tool or prompt name; for a resource, its `name`. */
  readonly name: string;
  /** Name of its class. */
  readonly className: string;
  /** A resource's URI or template. */
  readonly uri?: string;
  /** Whether it runs once a flow, by a ledger. */
  readonly once: boolean;
  /** Scopes that a token must grant to call it. */
  readonly scopes: readonly string[];
  /** Whether it asks: `unknown` for a class without steps, whose `run` may return `inputRequired`. */
  readonly asks: 'never' | 'by steps' | 'unknown';
  /** In declaration order, base class first. */
  readonly steps: readonly StepDescription[];
  /** All that its questions may need; which of these, shows only when the methods run. */
  readonly capabilities: readonly Capability[] | 'unknown';
  readonly rounds: RoundsDescription;
  /** The rounds against every limit of the server. */
  readonly bounds: readonly RoundBound[];
  /** In words: every limit that the rounds may exceed. */
  readonly warnings: readonly string[];
}

/** What is known of a server without serving: frozen plain data, for tests, tools and deployments. */
export interface ServerDescription {
  readonly name: string;
  readonly version: string;
  /** Whether 2025 clients can be asked: not without a shim; `stdio` only where the shim serves HTTP without sessions. */
  readonly asks2025: 'no' | 'stdio' | 'everywhere' | 'unknown';
  readonly limits: readonly RoundLimit[];
  /** In the order in which `createServer` was given them. */
  readonly components: readonly ComponentDescription[];
  /**
   * What `form()` made in this process so far, at most 256: those of modules, where nothing was served yet. Which step asks
   * which shows only when it runs.
   */
  readonly forms: readonly FormDescription[];
}
