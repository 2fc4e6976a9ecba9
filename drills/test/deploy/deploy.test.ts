import { beforeAll, describe, expect, it } from 'vitest';
import { type Row, runDrill } from '../../src/deploy/drill.js';
import { readOptions } from '../../src/deploy/options.js';
import { seeded } from '../../src/deploy/random.js';
import { checksOf, tableOf } from '../../src/deploy/report.js';

describe('two versions of a component that serve side by side', () => {
  let rows: readonly Row[];
  beforeAll(async () => {
    rows = await runDrill({ flows: 1, routes: 2, next: seeded(1) });
  }, 120_000);

  const flows = (change: string, ...ways: string[]) =>
    rows.filter((row) => row.change.name === change && ways.includes(row.way)).flatMap((row) => row.flows);
  const dropped = (change: string) => new Set(flows(change, 'old to new', 'new to old').flatMap((flow) => flow.dropped));

  it('let flows go on, bring nothing stale to run, and tell by events why they ask again', () => {
    expect(checksOf(rows).filter(({ holds }) => !holds)).toEqual([]);
    expect(rows.every((row) => row.flows.length >= 4)).toBe(true);
  });

  it('ask again what was reworded, and drop the answer to the other wording', () => {
    expect([...dropped('a question reworded')]).toEqual(['question']);
    expect([...dropped('a form with a field more')]).toEqual(['question']);
    expect(flows('a question reworded', 'old to new').some(({ again }) => again > 0)).toBe(true);
  });

  it('drop nothing for a step that was added or renamed, and an answer that read a step which is gone', () => {
    expect([...dropped('a step added')]).toEqual([]);
    expect([...dropped('a step renamed')]).toEqual([]);
    expect([...dropped('a step removed that was read')]).toEqual(['unknown']);
  });

  it('compute anew what has another version or does not fit its schema, and ask again what showed it', () => {
    expect([...dropped('a compute of version 2')].sort()).toEqual(['reads', 'version']);
    expect([...dropped('a compute of another schema')].sort()).toEqual(['reads', 'schema']);
  });

  it('are laid out in a line for each change and way', () => {
    const [head = '', ...lines] = tableOf(rows);
    expect(head).toMatch(/^change +way +flows +completed/);
    expect(lines).toHaveLength(rows.length);
    expect(lines.find((line) => line.startsWith('nothing'))).toMatch(/old to new +6 +6 +0 +0 +0 +- +0$/);
  });
});

describe('the command line of the drill', () => {
  it('has defaults, and refuses what it does not know', () => {
    expect(readOptions([])).toEqual({ flows: 3, routes: 8, seed: 1 });
    expect(readOptions(['--flows', '20', '--routes', '4', '--seed', '0'])).toEqual({ flows: 20, routes: 4, seed: 0 });
    expect(readOptions(['--help'])).toBe('help');
    for (const args of [['--flows', '0'], ['--flows', 'many'], ['--routes', '1.5'], ['--fast'], ['20']])
      expect(() => readOptions(args)).toThrow(TypeError);
  });
});
