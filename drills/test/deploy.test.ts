import { beforeAll, describe, expect, it } from 'vitest';
import { checksOn, figures } from '../src/deploy/checks.js';
import { type Row, runDeploys } from '../src/deploy/drill.js';
import { seeded } from '../src/shared/random.js';

describe('two versions of a component that serve side by side', () => {
  let rows: readonly Row[];
  beforeAll(async () => {
    rows = await runDeploys({ flows: 1, routes: 2, random: seeded(1) });
  }, 120_000);

  const flows = (change: string, ...ways: string[]) =>
    rows
      .filter((row) => row.change.name === change && ways.includes(row.way))
      .flatMap((row) => row.flows);
  const dropped = (change: string) =>
    new Set(flows(change, 'old to new', 'new to old').flatMap((flow) => flow.dropped));

  it('let flows go on, bring nothing stale to run, and tell by events why they ask again', () => {
    expect(checksOn(rows).filter(({ holds }) => !holds)).toEqual([]);
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
    const [head = '', ...lines] = figures(rows);
    expect(head).toMatch(/^change, and way +flows +completed/);
    expect(lines).toHaveLength(rows.length);
    expect(lines.find((line) => line.startsWith('nothing'))).toMatch(
      /^nothing, old to new +6 +6 +0 +0 +0 +- +0$/,
    );
  });
});
