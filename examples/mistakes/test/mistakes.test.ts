import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { announced, checkAll, compileAll, isLoud, PROGRAMS, run } from './support/moments.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** A row of the README: the mistake, when it is loud first, and what it says there. */
function rowOf(name: string): string {
  const { title, moments } = announced(name);
  const [, when = '', said = ''] = /^(\w+): (.*)$/.exec(moments.find(isLoud) ?? '') ?? [];
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('_:', '\\_:');
  return `| [${name}](src/${name}.ts) | ${cell(title)} | ${when} | ${cell(said)} |`;
}

describe('a mistake of a newcomer', () => {
  let compiled: ReadonlyMap<string, string>;
  let checked: Awaited<ReturnType<typeof checkAll>>;
  beforeAll(async () => {
    compiled = compileAll();
    checked = await checkAll();
  }, 120_000);

  it.each(PROGRAMS)('says what its head says, when it says: %s', async (name) => {
    const error = compiled.get(name);
    const moments = [
      ...(error === undefined ? [] : [error]),
      ...(await run(name)),
      ...(checked.get(name) ?? []),
    ];
    expect(moments).toEqual(announced(name).moments);
  });

  it.each(PROGRAMS)('is not silent: %s', (name) => {
    expect(announced(name).moments.filter(isLoud)).not.toEqual([]);
  });

  it('is among these for every M and for every rule of the check', () => {
    const kinds = new Set(PROGRAMS.map((name) => /^m(\d\d)-/.exec(name)?.[1]));
    expect(
      [...Array(13).keys()].filter((at) => !kinds.has(String(at + 1).padStart(2, '0'))),
    ).toEqual([]);
    const rules = [...checked.values()]
      .flat()
      .map((line) => /^check: \w+ ([\w-]+):/.exec(line)?.[1]);
    expect([...new Set(rules)].sort()).toEqual([
      'answer-as-condition',
      'await-in-question',
      'boolean-confirmation',
      'direct-step-call',
      'dropped-ask',
      'effect-in-compute',
      'effect-in-question',
      'floating-promise',
      'input-required-with-steps',
      'memory-in-this',
      'memory-outside',
      'silence-as-yes',
      'unmarked-method',
      'unread-answer',
      'unreadable-text',
      'volatile-question',
    ]);
  });

  it('has its row in the README, as it is', () => {
    const rows = README.split('\n').filter((line) => line.startsWith('| ['));
    expect(rows).toEqual(PROGRAMS.map(rowOf));
  });
});
