import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestDigest } from '../../src/state/request-digest.js';

const digest = (args: unknown) => requestDigest('tools/call', 'deploy', args);
const received = (json: string) => digest(JSON.parse(json));

/** Rebuilds a JSON value with its members in the opposite order, as a client that reassembles the call may. */
const reordered = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reordered)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, member]) => [name, reordered(member)]),
        )
      : value;

describe('requestDigest', () => {
  it('is SHA-256 over the canonical form of method, name and arguments', () => {
    const canonical = '["tools/call","deploy",{"a":{"x":2,"y":1},"b":1}]';
    expect(digest({ b: 1, a: { y: 1, x: 2 } })).toBe(
      createHash('sha256').update(canonical).digest('base64url'),
    );
  });

  it.each([
    ['members in another order', '{"b":1,"a":{"y":1,"x":2}}', '{"a":{"x":2,"y":1},"b":1}'],
    ['1.0 and 1', '{"n":1.0}', '{"n":1}'],
    ['1e2 and 100', '{"n":1e2}', '{"n":100}'],
    ['-0 and 0', '{"n":-0}', '{"n":0}'],
    ['an escape and its character', '{"s":"\\u00e9"}', '{"s":"é"}'],
  ])('is the same for %s', (_, one, other) => {
    expect(received(one)).toBe(received(other));
  });

  it.each([
    ['arrays in another order', '{"a":[1,2]}', '{"a":[2,1]}'],
    ['null and absent members', '{"a":null}', '{}'],
    ['null and absent arguments', 'null', '{}'],
    ['an empty list and no arguments', '[]', '{}'],
    ['a number and its text', '{"a":1}', '{"a":"1"}'],
    ['a default written out and left out', '{"env":"staging"}', '{}'],
    ['two composed forms of one letter', '{"s":"é"}', '{"s":"e\\u0301"}'],
    ['two halves of surrogate pairs', '{"s":"\\ud800"}', '{"s":"\\ud801"}'],
    ['an own __proto__ and none', '{"__proto__":{"a":1}}', '{}'],
  ])('differs for %s', (_, one, other) => {
    expect(received(one)).toBe(received(one));
    expect(received(one)).not.toBe(received(other));
  });

  it('takes absent arguments for none', () => {
    expect(digest(undefined)).toBe(digest({}));
  });

  it('cannot be moved between methods and names', () => {
    const all = [
      requestDigest('tools/call', 'deploy', {}),
      requestDigest('prompts/get', 'deploy', {}),
      requestDigest('tools/call', 'deploy2', {}),
      requestDigest('tools/calld', 'eploy', {}),
      requestDigest('tools/call', 'deploy",{', {}),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('depends on what JSON says and on nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [a, b] = [JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other))];
        expect(digest(reordered(a))).toBe(digest(a));
        const equal = isSame(a, b);
        expect(digest(a) === digest(b)).toBe(equal);
      }),
    );
  });

  it('refuses numbers past the range of a double, which have no canonical form', () => {
    expect(received('{"n":1e308}')).toEqual(expect.any(String));
    expect(() => received('{"n":1e309}')).toThrow(TypeError);
    expect(() => received('{"n":1e309}')).toThrow(
      expect.objectContaining({ cause: expect.any(Error) }),
    );
  });
});

/** Equality of JSON values, written without serialising. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(b, name) &&
      isSame((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
  );
}
