import { lineage } from './scan.js';

/** What is known of one constructor parameter before anything is resolved. */
export interface ConstructorParam {
  /** What `@inject(token)` named, as tsyringe keeps it; `undefined` as a value is an import cycle's dead zone. */
  readonly injected: { readonly token: unknown } | undefined;
  /** The type that the compiler emitted. */
  readonly emitted: { readonly type: unknown } | undefined;
  /** Whether the constructor can do without it: it stands at or after the first parameter with a default. */
  readonly hasDefault: boolean;
}

/** tsyringe's key for the tokens of `@inject`; pinned by a test. */
const INJECTION_TOKENS = 'injectionTokens';
const PARAM_TYPES = 'design:paramtypes';

/** The polyfill's one method that is used here; absent if the polyfill was never loaded. */
const reflect = Reflect as typeof Reflect & {
  readonly getOwnMetadata?: (key: string, target: object) => unknown;
};
const metadata = (key: string, target: object): unknown => reflect.getOwnMetadata?.(key, target);

/**
 * Reads what each constructor parameter of a class asks for. A class without a constructor of its own has its base's.
 * Nothing can be seen of a class without metadata whose parameters all have defaults: its `length` is 0, like that of a
 * class without parameters.
 */
export function constructorParams(target: object): readonly ConstructorParam[] {
  for (const part of lineage(target).toReversed()) {
    const types = (metadata(PARAM_TYPES, part) as unknown[] | undefined) ?? [];
    const tokens = (metadata(INJECTION_TOKENS, part) as Record<number, unknown> | undefined) ?? {};
    const count = Math.max(
      part.length,
      types.length,
      ...Object.keys(tokens).map((index) => Number(index) + 1),
    );
    const written =
      metadata(PARAM_TYPES, part) !== undefined || count > 0 || !inheritsConstructor(part);
    if (written)
      return Array.from({ length: count }, (_, index) => paramAt(part, types, tokens, index));
  }
  return [];
}

function paramAt(
  part: { readonly length: number },
  types: readonly unknown[],
  tokens: Readonly<Record<number, unknown>>,
  index: number,
): ConstructorParam {
  return {
    injected: Object.hasOwn(tokens, index) ? { token: tokens[index] } : undefined,
    emitted: Object.hasOwn(types, index) ? { type: types[index] } : undefined,
    hasDefault: index >= part.length,
  };
}

/**
 * Whether a derived class surely has no constructor of its own: the word does not even occur in its source, or a compiler
 * wrote the constructor to move field initialisers into it.
 */
function inheritsConstructor(part: object): boolean {
  const source = Function.prototype.toString.call(part);
  const derived = Object.getPrototypeOf(part) !== Function.prototype;
  return (
    derived &&
    (!/\bconstructor\b/.test(source) ||
      /\bconstructor\(\)\s*\{\s*super\(\.\.\.arguments\)/.test(source))
  );
}
