import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Checked, check } from '../../../src/cli/check/check.js';
import { RULES } from '../../../src/cli/check/rules.js';

const FOLDER = fileURLToPath(new URL('../../fixtures/check/', import.meta.url));
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && name !== 'kit.ts');

/**
 * What a fixture says of itself: `// → rule` ends a line with one finding, `// → rule, rule` one
 * with two.
 */
const announced = (text: string): string[] =>
  text.split('\n').flatMap((line, at) => {
    const [, rules] = /→ ([\w-]+(?:, [\w-]+)*)$/.exec(line) ?? [];
    return (rules?.split(', ') ?? []).map((rule) => `${at + 1} ${rule}`);
  });

describe('countersign check', () => {
  let checked: (name: string) => Checked & { text: string };
  // One program for all: most of its time goes into the types that they share.
  beforeAll(() => {
    const { options } = ts.parseJsonConfigFileContent(
      ts.readConfigFile(join(FOLDER, '../../tsconfig.json'), ts.sys.readFile).config,
      ts.sys,
      join(FOLDER, '../..'),
    );
    const program = ts.createProgram(
      FILES.map((name) => join(FOLDER, name)),
      // Unused variables are what some rules are about.
      { ...options, composite: false, noEmit: true, noUnusedLocals: false },
    );
    checked = (name) => {
      const source = program.getSourceFile(join(FOLDER, name));
      if (source === undefined) throw new Error(`there is no ${name}`);
      return { ...check(ts, program, [source]), text: source.text };
    };
  }, 120_000);

  it.each(FILES)('finds what is marked, and nothing else: %s', (name) => {
    const { findings, components, text } = checked(name);
    const found = findings.map(({ line, rule, message }) => ({ at: `${line} ${rule}`, message }));
    expect(found.map(({ at }) => at).sort(), JSON.stringify(found, undefined, 1)).toEqual(
      announced(text).sort(),
    );
    expect(components).toBeGreaterThan(0);
  });

  it('has a fixture with a finding for every rule', () => {
    const found = FILES.flatMap((name) => checked(name).findings.map(({ rule }) => rule));
    const without = RULES.map(({ name }) => name).filter((rule) => !found.includes(rule));
    expect(without).toEqual(['compiles']); // a fixture must: command.test.ts has one that does not
    expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length);
  });

  it('names the class, the member and the cure, each in one line', () => {
    for (const name of FILES)
      for (const { message, cure, file, rule } of checked(name).findings) {
        expect(basename(file)).toBe(name);
        expect(message).not.toMatch(/\n|\.$/);
        expect(cure).not.toMatch(/\n|\.$/);
        expect(`${rule}: ${message} ${cure}`.length).toBeGreaterThan(40);
      }
  });

  it('lets an excuse with a reason pass one finding, and counts it', () => {
    expect(checked('excuses.ts').excused).toBe(3);
  });
});
