import { describe, expect, it } from 'vitest';
import { mayBeRounded, roundedNumber } from '../src/whole-numbers.js';

const NEST = 100_000;

describe('a number that a parser of JSON has rounded, or may have', () => {
  it.each([
    ['2047948614742839297', ''],
    ['9007199254740992', ''],
    ['-9007199254740993', ''],
    ['9007199254740993.0', ''],
    ['9007199254740991.6', ''],
    ['1e20', ''],
    ['1E+20', ''],
    ['0.1e18', ''],
    ['1.5e300', ''],
    ['1e400', ''],
    ['{"a":{"b":[1,{"c":9007199254740993}]}}', 'a.b[1].c'],
    ['[[1],[2,1e20]]', '[1][1]'],
    ['{"__proto__":9007199254740993}', '__proto__'],
  ])('is found in %s, at its path', (json, path) => {
    expect(mayBeRounded(json)).toBe(true);
    expect(roundedNumber(JSON.parse(json))).toBe(path);
  });

  it.each([
    '9007199254740991',
    '-9007199254740991',
    '1.5e3',
    '1e15',
    '1e-400',
    '0.12345678901234567890',
    '-0',
    '"2047948614742839297"',
    '{"2047948614742839297":"1e20"}',
    'null',
    '[true,false,null,{}]',
  ])('is not %s', (json) => {
    expect(roundedNumber(JSON.parse(json))).toBeUndefined();
  });

  it('is not looked for in a text that has neither sixteen digits in a row nor an exponent', () => {
    for (const text of ['{"id":123456789012345,"at":"2026-11-30T10:00:00Z"}', '"eE+1"', '[1.5]'])
      expect(mayBeRounded(text)).toBe(false);
  });

  it('is found below any depth, with a path that is bounded', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(NEST)}1e20${'}'.repeat(NEST)}`);
    expect(roundedNumber(deep)?.length).toBeLessThanOrEqual(200);
  });

  it('is found in what an embedder parsed: bigints, and cycles without end', () => {
    expect(roundedNumber({ a: 1n })).toBe('a');
    const round: Record<string, unknown> = { fits: 1 };
    round.self = round;
    expect(roundedNumber(round)).toBeUndefined();
    round.id = 2 ** 60;
    expect(roundedNumber(round)).toBe('id');
  });
});
