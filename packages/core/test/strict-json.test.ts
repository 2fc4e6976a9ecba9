import { describe, expect, it } from 'vitest';
import { NotJson, throughJson } from '../src/strict-json.js';

const refusal = (value: unknown): NotJson => {
  try {
    throughJson(value);
  } catch (error) {
    if (error instanceof NotJson) return error;
    throw error;
  }
  throw new Error(`was taken: ${JSON.stringify(value)}`);
};

class Empty {}
class Money {
  constructor(readonly cents: number) {}
  get euros() {
    return this.cents / 100;
  }
}
class Rows {
  readonly rows = [1, 2];
  *[Symbol.iterator]() {
    yield* this.rows;
  }
}
const cycle: Record<string, unknown> = {};
cycle.list = [cycle];
const thrower = {
  get secret(): never {
    throw new Error('hunter2');
  },
};

describe('a value that is no JSON', () => {
  it.each([
    ['a Map', new Map([[1, 2]])],
    ['a Set', new Set([1])],
    ['a WeakMap', new WeakMap()],
    ['a Response', new Response('x')],
    ['a Request', new Request('http://a/')],
    ['a Headers', new Headers({ a: 'b' })],
    ['a URLSearchParams', new URLSearchParams('a=b')],
    ['a Blob', new Blob(['x'])],
    ['a ReadableStream', new ReadableStream()],
    ['a Generator', (function* () {})()],
    ['a AsyncGenerator', (async function* () {})()],
    ['a promise', Promise.resolve(1)],
    ['bytes', new Uint8Array(1)],
    ['bytes', Buffer.from('x')],
    ['bytes', new ArrayBuffer(1)],
    ['an Error', new Error('x')],
    ['a RegExp', /x/],
    ['a Date that is not valid', new Date(Number.NaN)],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a Empty', new Empty()],
    ['a Rows', new Rows()],
    ['NaN', Number.NaN],
    ['-Infinity', Number.NEGATIVE_INFINITY],
  ])('is refused with place and cure: %s', (name, value) => {
    for (const [path, whole] of [
      ['', value],
      ['a.b[1]', { a: { b: [0, value] } }],
    ] as const) {
      const { path: found, message } = refusal(whole);
      expect(found).toBe(path);
      expect(message).toMatch(/ is .*, which has no JSON form: \w/);
      expect(message).toContain(`${path || 'the value'} is ${name}`);
    }
  });

  it('is a gap in a list, a circle, or nesting without end', () => {
    expect(refusal([1, undefined]).message).toContain('[1] is undefined');
    expect(refusal({ a: Array(1) }).path).toBe('a[0]');
    expect(refusal(cycle).path).toBe('list[0]');
    let deep: unknown = 1;
    for (let n = 0; n < 200_000; n++) deep = [deep];
    expect(refusal(deep).message).toContain('nested too deep');
  });

  it('is one that cannot be read, with the reason for the logger only', () => {
    const refused = refusal({ deep: [thrower] });
    expect(refused.path).toBe('deep[0].secret');
    expect(refused.message).not.toContain('hunter2');
    expect(refused.cause).toMatchObject({ message: 'hunter2' });
  });
});

describe('a value that JSON can say', () => {
  it('means what JSON.stringify means by it', () => {
    const shared = { x: 1 };
    for (const value of [
      null,
      'x',
      7,
      -0,
      [],
      {},
      { gone: undefined, kept: 1 },
      { at: new Date(0), link: new URL('http://a/b') },
      [new Money(250), Object.create(null), new Number(1), new String('x')],
      [shared, shared],
      { toJSON: () => ({ shown: 1 }) },
      { toJSON: () => undefined, and: 1 },
      JSON.parse('{"__proto__":{"polluted":1}}'),
    ]) {
      const json = throughJson({ value });
      expect(JSON.stringify(json)).toBe(JSON.stringify({ value }));
      expect(json).toEqual(JSON.parse(JSON.stringify({ value })));
    }
    expect(throughJson(undefined)).toBeUndefined();
    expect(Object.is(throughJson(-0), 0)).toBe(true);
  });

  it('is copied, so that nothing changes it any more', () => {
    let reads = 0;
    const row = { n: 1 };
    const value = {
      list: [row],
      get count() {
        return ++reads;
      },
    };
    const json = throughJson(value);
    row.n = 2;
    expect(json).toEqual({ list: [{ n: 1 }], count: 1 });
    expect(reads).toBe(1);
  });

  it('may be written by what says how: a bigint with a toJSON, a collection with one', () => {
    class Bag extends Set<number> {
      toJSON() {
        return [...this];
      }
    }
    expect(throughJson({ bag: new Bag([1, 2]) })).toEqual({ bag: [1, 2] });
    const amount = Object.assign(() => 1, { toJSON: () => 'one' });
    expect(throughJson([amount])).toEqual(['one']);
  });
});
