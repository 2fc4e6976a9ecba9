/**
 * Where a class keeps what its decorators recorded. In the global symbol registry, so that two copies of this package
 * read each other's classes; on the class itself, so that no copy of the Reflect polyfill can lose it.
 */
export const METADATA = Symbol.for('countersign.metadata');

/** Recorded in place of options by a decorator written without its parentheses. */
export const BARE = Symbol.for('countersign.bare');

/** What `@Tool`, `@Prompt` or `@Resource` recorded. `options` are as written, unchecked. */
export interface ComponentRecord {
  readonly kind: 'tool' | 'prompt' | 'resource';
  readonly options: unknown;
}

/** What `@Elicit`, `@Sample`, `@Roots` or `@Compute` recorded. `options` are as written, unchecked. */
export interface StepRecord {
  readonly key: string | symbol;
  readonly kind: 'elicit' | 'sample' | 'roots' | 'compute';
  readonly options: unknown;
  /** What the decorator was put on. Only an instance method can be a step; the compiler refuses the rest. */
  readonly on: 'method' | 'accessor' | 'field' | 'static member';
}

/** What `@Complete` recorded: the argument as written, unchecked. */
export interface CompletionRecord extends Pick<StepRecord, 'key' | 'on'> {
  readonly argument: unknown;
}

/** What `@Helper` recorded; `options` are `BARE` when it was written without its parentheses. */
export type HelperRecord = Pick<StepRecord, 'key' | 'on' | 'options'>;

/** One class's own records, in the order in which the decorators ran: that of declaration. */
export interface ClassRecords {
  readonly components: ComponentRecord[];
  readonly steps: StepRecord[];
  readonly completions: CompletionRecord[];
  readonly helpers: HelperRecord[];
}
