import { type ClassRecords, type ComponentRecord, METADATA, type StepRecord } from './keys.js';

/** The records of a class, made on first use; own only, so that decorating a subclass never touches its base. */
function ownRecords(target: object): ClassRecords {
  if (!Object.hasOwn(target, METADATA)) {
    const fresh: ClassRecords = { components: [], steps: [], completions: [], helpers: [] };
    Object.defineProperty(target, METADATA, { value: fresh });
  }
  return (target as { [METADATA]: ClassRecords })[METADATA];
}

/** Notes a component decorator on its class. */
export function recordComponent(target: object, record: ComponentRecord): void {
  ownRecords(target).components.push(record);
}

/** Notes a step decorator. `target` is the prototype for instance members and the class for static ones. */
export function recordStep(
  target: object,
  key: string | symbol,
  descriptor: PropertyDescriptor | undefined,
  step: Pick<StepRecord, 'kind' | 'options'>,
): void {
  const { records, on } = memberAt(target, descriptor);
  records.steps.push({ ...step, key, on });
}

/** Notes a `@Complete`; `argument` is absent when it was written without its parentheses. */
export function recordCompletion(
  target: object,
  key: string | symbol,
  descriptor: PropertyDescriptor | undefined,
  argument: unknown,
): void {
  const { records, on } = memberAt(target, descriptor);
  records.completions.push({ key, argument, on });
}

/** Notes a `@Helper`. */
export function recordHelper(
  target: object,
  key: string | symbol,
  descriptor: PropertyDescriptor | undefined,
  options: unknown,
): void {
  const { records, on } = memberAt(target, descriptor);
  records.helpers.push({ key, on, options });
}

function memberAt(
  target: object,
  descriptor: PropertyDescriptor | undefined,
): { records: ClassRecords; on: StepRecord['on'] } {
  const isStatic = typeof target === 'function';
  return {
    records: ownRecords(isStatic ? target : target.constructor),
    on: isStatic ? 'static member' : placeOf(descriptor),
  };
}

/** A property decorator gets no descriptor: the value lives on the instance only, as a field. */
function placeOf(descriptor: PropertyDescriptor | undefined): StepRecord['on'] {
  if (descriptor === undefined) return 'field';
  return typeof descriptor.value === 'function' ? 'method' : 'accessor';
}
