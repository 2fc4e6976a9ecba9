import { describe, expect, it } from 'vitest';
import { fingerprint } from '../src/digest.js';
import { digestValue } from '../src/value-digest.js';

class Money {
  constructor(readonly cents: number) {}
}
class Coin {
  constructor(readonly cents: number) {}
}
class Hidden {
  readonly #cents: number;
  readonly currency = 'EUR';
  constructor(cents: number) {
    this.#cents = cents;
  }
  get cents() {
    return this.#cents;
  }
}
class Said {
  readonly #cents: number;
  constructor(cents: number) {
    this.#cents = cents;
  }
  toJSON() {
    return { cents: this.#cents };
  }
}
class Lossy {
  constructor(
    readonly id: number,
    readonly name: string,
  ) {}
  toJSON() {
    return this.id;
  }
}
const circle = (depth: number): object => {
  const inner: { of?: object } = {};
  let outer = inner;
  for (let at = 1; at < depth; at++) outer = { of: outer };
  inner.of = outer;
  return outer;
};

/** Each is another value than every other one here. */
const VALUES: readonly (readonly [string, () => unknown])[] = [
  ['nothing', () => undefined],
  ['null', () => null],
  ['0', () => 0],
  ['-0', () => -0],
  ['NaN', () => Number.NaN],
  ['an infinity', () => Number.POSITIVE_INFINITY],
  ['the other infinity', () => Number.NEGATIVE_INFINITY],
  ['1', () => 1],
  ['1n', () => 1n],
  ['2n', () => 2n],
  ['"1"', () => '1'],
  ['"1n"', () => '1n'],
  ['true', () => true],
  ['a text', () => '1970-01-01T00:00:00.000Z'],
  ['half a character', () => '\ud800'],
  ['another half', () => '\ud801'],
  ['a date', () => new Date(0)],
  ['another date', () => new Date(1)],
  ['no date', () => new Date(Number.NaN)],
  ['an empty list', () => []],
  ['a list of null', () => [null]],
  ['a list of nothing', () => [undefined]],
  ['a list with a gap', () => new Array(1)],
  ['a list with a longer gap', () => new Array(2)],
  ['a list that looks like a structure', () => ['bigint', '1']],
  ['another', () => ['undefined']],
  ['a third', () => ['Map', [['a', 1]], []]],
  ['an empty object', () => ({})],
  ['a member that is undefined', () => ({ a: undefined })],
  ['a member that is null', () => ({ a: null })],
  ['a member that is -0', () => ({ a: -0 })],
  ['a member that is 0', () => ({ a: 0 })],
  ['a date inside', () => ({ a: [new Date(0)] })],
  ['another date inside', () => ({ a: [new Date(1)] })],
  ['an empty Map', () => new Map()],
  ['a Map', () => new Map([['a', 1]])],
  ['a Map with another value', () => new Map([['a', 2]])],
  ['a Map with a number for its key', () => new Map([[1, 1]])],
  ['a Map with a text for its key', () => new Map([['1', 1]])],
  ['a Map in another order', () => new Map(Object.entries({ b: 1, a: 1 }))],
  ['a Map in order', () => new Map(Object.entries({ a: 1, b: 1 }))],
  ['an empty Set', () => new Set()],
  ['a Set', () => new Set(['a'])],
  ['a Set of a list', () => new Set([['a']])],
  ['bytes', () => new Uint8Array([1, 2])],
  ['other bytes', () => new Uint8Array([1, 3])],
  ['signed bytes', () => new Int8Array([1, 2])],
  ['a Buffer', () => Buffer.from([1, 2])],
  ['a buffer of the language', () => new Uint8Array([1, 2]).buffer],
  ['a view', () => new DataView(new ArrayBuffer(2))],
  ['floats', () => new Float64Array([1])],
  ['an expression', () => /a/],
  ['an expression with a flag', () => /a/i],
  ['a URL', () => new URL('https://a.example/')],
  ['another URL', () => new URL('https://b.example/')],
  ['a symbol of all', () => Symbol.for('a')],
  ['another symbol', () => Symbol.for('b')],
  ['a member by a symbol', () => ({ [Symbol.for('a')]: 1 })],
  ['an instance', () => new Money(1)],
  ['another instance', () => new Money(2)],
  ['an instance of another class', () => new Coin(1)],
  ['an object with its fields', () => ({ cents: 1 })],
  ['a class that says what it holds', () => new Said(1)],
  ['… and holds something else', () => new Said(2)],
  ['a class that says too little', () => new Lossy(1, 'a')],
  ['… and has another field', () => new Lossy(1, 'b')],
  ['a circle', () => circle(1)],
  ['a longer circle', () => circle(2)],
];

describe('the digest of a value of any type (C47)', () => {
  it('is the same for the same value, and another for every other', () => {
    const digests = new Map<string, string>();
    for (const [what, make] of VALUES) {
      const digest = digestValue(make());
      expect([what, digestValue(make())]).toEqual([what, digest]);
      expect([what, digests.get(digest)]).toEqual([what, undefined]);
      digests.set(digest, what);
    }
    expect(digests.size).toBe(VALUES.length);
  });

  it('is that of its canonical JSON where it is plain JSON, whatever the order of its members', () => {
    const plain = { b: [1, 'x', null, { d: true }], a: 1 };
    expect(digestValue(plain)).toBe(fingerprint(plain));
    expect(digestValue({ a: 1, b: plain.b })).toBe(fingerprint(plain));
    expect(digestValue(new Map())).not.toBe(fingerprint(['Map', [], []]));
    expect(digestValue({ b: 1n, a: 2n })).toBe(digestValue({ a: 2n, b: 1n }));
  });

  it.each<[string, unknown, string]>([
    ['a function', { a: { b: () => 1 } }, 'a.b'],
    ['a symbol of one’s own', [Symbol('a')], '0'],
    ['a class with private members', { price: new Hidden(1) }, 'price'],
    ['a promise', { a: Promise.resolve(1) }, 'a'],
    ['a WeakMap', new WeakMap(), 'an instance of WeakMap, which'],
    ['an error of the language', new Error('x'), 'an instance of Error, which'],
    ['a class of one that hides', new (class extends Map {})(), 'an instance of a class, which'],
  ])('is refused to %s, which nobody can compare, at its place', (_, value, place) => {
    expect(() => digestValue(value)).toThrow(TypeError);
    expect(() => digestValue(value)).toThrow(place);
    expect(() => digestValue(value)).toThrow(/hand out plain data.*toJSON/);
  });
});
