import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/json.js';
import { requestDigest } from '../../src/state/request-digest.js';

/*
 * One call, written in all the ways that JSON allows, and calls that differ in one place only. The spellings are made as text,
 * so that the digest sees what a parser makes of them, as it does behind a socket.
 */

const RUNS = { numRuns: 500, seed: 20260728 };

/** Choices that a spelling takes one after the other, for ever. */
type Choose = (below: number) => number;
const choices = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 60 }).map((drawn) => {
  let at = 0;
  return (): Choose => (below) => (drawn[at++ % drawn.length] as number) % below;
});

const SPACES = ['', ' ', '\n', '\t', ' \r\n '];

/** Writes a value as some other sender might: members in any order, spaces, escapes, numbers with points and exponents. */
function spelled(value: Json, choose: Choose): string {
  const space = () => SPACES[choose(SPACES.length)];
  if (typeof value === 'string') return spelledText(value, choose);
  if (typeof value === 'number') return spelledNumber(value, choose);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((item) => `${space()}${spelled(item, choose)}${space()}`).join(',')}]`;
  const members = Object.entries(value).map(([name, member]) => ({
    name,
    member,
    at: choose(1000),
  }));
  const texts = members
    .sort((a, b) => a.at - b.at)
    .map(
      ({ name, member }) =>
        `${space()}${spelledText(name, choose)}${space()}:${space()}${spelled(member, choose)}`,
    );
  return `{${texts.join(',')}${space()}}`;
}

function spelledText(text: string, choose: Choose): string {
  const units = Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at);
    const code = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const plain = JSON.stringify(unit).slice(1, -1);
    return choose(4) === 0
      ? choose(2) === 0
        ? code
        : code.replace(/[a-f]/g, (digit) => digit.toUpperCase())
      : plain;
  });
  return `"${units.join('')}"`;
}

/** Other spellings that denote the very same double. */
function spelledNumber(value: number, choose: Choose): string {
  const plain = Object.is(value, -0) ? '-0' : JSON.stringify(value);
  if (/[eE]/.test(plain)) return choose(2) === 0 ? plain : plain.replace('e', 'E');
  const point = plain.includes('.');
  const all = [
    plain,
    `${plain}e0`,
    `${plain}E+0`,
    `${plain}e-00`,
    point ? `${plain}0` : `${plain}.0`,
    point ? `${plain}00` : `${plain}.00e+0`,
  ];
  if (value === 0) all.push('0', '-0', '0.0', '-0e7');
  return all[choose(all.length)] as string;
}

const value = fc
  .jsonValue({ maxDepth: 4 })
  .map((drawn) => JSON.parse(JSON.stringify(drawn)) as Json);
const args = fc
  .dictionary(fc.string(), value, { maxKeys: 6 })
  .map((drawn) => JSON.parse(JSON.stringify(drawn)) as { [name: string]: Json });

/** What can be put in another value's place so that it is another value. */
const others = (was: Json): Json[] => {
  const all: Json[] = [
    null,
    true,
    false,
    0,
    1,
    '',
    '0',
    [],
    {},
    [was],
    { '': was },
    JSON.stringify(was),
  ];
  if (typeof was === 'number') all.push(was + 1, -was);
  if (typeof was === 'string')
    all.push(`${was} `, was.normalize('NFD'), was.toUpperCase(), `${was}\u0000`, was.slice(1));
  if (Array.isArray(was))
    all.push([...was].reverse(), [...was, null], was.slice(1), Object.fromEntries(was.entries()));
  return all;
};

/** Changes one place of a value, wherever the choices lead. */
function changed(was: Json, choose: Choose): Json {
  if (typeof was === 'object' && was !== null && choose(3) > 0) {
    if (Array.isArray(was)) {
      const at = choose(was.length + 1);
      return at === was.length
        ? [...was, null]
        : was.map((item, index) => (index === at ? changed(item, choose) : item));
    }
    const members = Object.entries(was);
    const at = choose(members.length + 1);
    if (at === members.length) return fromMembers([...members, [`new${choose(10)}`, null]]);
    const [name, member] = members[at] as [string, Json];
    const kind = choose(4);
    if (kind === 0) return fromMembers(members.filter((_, index) => index !== at));
    const now: [string, Json] = kind === 1 ? [`${name}_`, member] : [name, changed(member, choose)];
    return fromMembers(members.map((each, index) => (index === at ? now : each)));
  }
  const all = others(was);
  return all[choose(all.length)] as Json;
}

/** As `Object.fromEntries`, and a later member of the same name wins: what JSON text with both would be read as. */
const fromMembers = (members: readonly (readonly [string, Json])[]): Json =>
  Object.fromEntries(members);

/** Equality of JSON values, written without serialising. */
function isSame(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [ours, theirs] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    ours.length === theirs.size &&
    ours.every(([name, member]) => theirs.has(name) && isSame(member, theirs.get(name) as Json))
  );
}

const digest = (given: unknown, name = 'deploy', method = 'tools/call') =>
  requestDigest(method, name, given);

describe('the digest of a call', () => {
  it('is the same however the arguments are spelled', () => {
    let respelled = 0;
    fc.assert(
      fc.property(args, choices, (given, choosing) => {
        const text = spelled(given, choosing());
        if (text !== JSON.stringify(given)) respelled++;
        expect(digest(JSON.parse(text))).toBe(digest(given));
      }),
      RUNS,
    );
    expect(respelled).toBeGreaterThan(RUNS.numRuns / 2);
  });

  it('is the same for members that are written twice when the last ones agree', () => {
    fc.assert(
      fc.property(args, value, choices, (given, first, choosing) => {
        const choose = choosing();
        const [name] = Object.keys(given);
        fc.pre(name !== undefined);
        const twice = `{${JSON.stringify(name)}:${spelled(first, choose)},${spelled(given, choose).slice(1)}`;
        expect(digest(JSON.parse(twice))).toBe(digest(given));
      }),
      RUNS,
    );
  });

  it('differs as soon as one place of the arguments does, whatever its spelling', () => {
    let differing = 0;
    fc.assert(
      fc.property(args, choices, (given, choosing) => {
        const choose = choosing();
        const other = changed(given, choose);
        const same = isSame(given, other);
        if (!same) differing++;
        expect(digest(JSON.parse(spelled(other, choose))) === digest(given)).toBe(same);
      }),
      { ...RUNS, numRuns: 1000 },
    );
    expect(differing).toBeGreaterThan(700);
  });

  it('tells null from absent and absent from nothing but an empty object', () => {
    fc.assert(
      fc.property(value, (given) => {
        const empty =
          typeof given === 'object' &&
          given !== null &&
          !Array.isArray(given) &&
          Object.keys(given).length === 0;
        expect(digest(given) === digest(undefined)).toBe(empty);
      }),
      RUNS,
    );
  });

  it('is of one method and name only, wherever their texts are cut', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', ',', '[', ']', '{', '}', '\\', ' ', '\u0000', 'é'),
    });
    fc.assert(
      fc.property(text, text, text, text, args, (method, name, otherMethod, otherName, given) => {
        const same = method === otherMethod && name === otherName;
        expect(digest(given, name, method) === digest(given, otherName, otherMethod)).toBe(same);
        const cut = `${method}${name}`;
        for (let at = 0; at <= cut.length; at++) {
          if (at !== method.length)
            expect(digest(given, cut.slice(at), cut.slice(0, at))).not.toBe(
              digest(given, name, method),
            );
        }
      }),
      RUNS,
    );
  });
});
