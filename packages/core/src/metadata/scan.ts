import {
  type ClassRecords,
  type CompletionRecord,
  type ComponentRecord,
  type HelperRecord,
  METADATA,
  type StepRecord,
} from './keys.js';

export type { CompletionRecord, HelperRecord };

/** A step as the compiler sees it: the record that counts, and the class that wrote it. */
export interface ScannedStep extends StepRecord {
  readonly declaredBy: string;
  /** Step decorators on this member in that one class; more than one is a mistake. */
  readonly decorators: number;
}

export interface Scan {
  /** The component decorators of this very class: those of a base class are not inherited. */
  readonly components: readonly ComponentRecord[];
  /** The nearest base class that is a component, for the error message of a subclass that is not decorated. */
  readonly decoratedBase: string | undefined;
  /** By key, base class first, each class in declaration order; an override keeps the place of what it overrides. */
  readonly steps: readonly ScannedStep[];
  /** By key, base class first; an override that is decorated again counts in place of what it overrides. */
  readonly completions: readonly CompletionRecord[];
  /** Of the class and its bases, base class first: an override of a helper is one too. */
  readonly helpers: readonly HelperRecord[];
}

/** A class and its bases, base first. */
export function lineage(target: object): readonly (abstract new () => unknown)[] {
  const line: (abstract new () => unknown)[] = [];
  for (
    let at: object | null = target;
    typeof at === 'function' && at !== Function.prototype;
    at = Object.getPrototypeOf(at)
  ) {
    line.unshift(at as abstract new () => unknown);
  }
  return line;
}

/** Whether a class was itself decorated as a component: a middleware's class is none. */
export const isComponent = (target: object): boolean => recordsOf(target).components.length > 0;

const NONE: ClassRecords = { components: [], steps: [], completions: [], helpers: [] };
/** Another copy of this package may have made the records, and not know all of the lists. */
const recordsOf = (target: object): ClassRecords =>
  Object.hasOwn(target, METADATA)
    ? { ...NONE, ...(target as { [METADATA]: Partial<ClassRecords> })[METADATA] }
    : NONE;

/**
 * Reads the records of a class and of its bases into fresh data. A subclass that overrides a step with a decorator
 * replaces its options; one that overrides the method alone keeps the step as the base declared it, because the base's
 * `run` reads its answer either way.
 */
export function scan(target: object): Scan {
  const line = lineage(target);
  const instance = new Map<string | symbol, ScannedStep>();
  const statics = new Map<string | symbol, ScannedStep>();
  let completions: readonly CompletionRecord[] = [];
  for (const part of line) {
    const { steps: own, completions: suggesting } = recordsOf(part);
    completions = [
      ...completions.filter(({ key }) => !suggesting.some((other) => other.key === key)),
      ...suggesting,
    ];
    for (const step of own) {
      const isStatic = step.on === 'static member';
      const decorators = own.filter(
        (other) => other.key === step.key && (other.on === 'static member') === isStatic,
      ).length;
      (isStatic ? statics : instance).set(step.key, { ...step, declaredBy: part.name, decorators });
    }
  }
  const base = line.slice(0, -1).findLast((part) => recordsOf(part).components.length > 0);
  return {
    components: [...recordsOf(target).components],
    decoratedBase: base?.name,
    steps: [...instance.values(), ...statics.values()],
    completions,
    helpers: line.flatMap((part) => recordsOf(part).helpers),
  };
}
