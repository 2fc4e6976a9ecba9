import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPTIONS as FLEET } from '../src/fleet/options.js';
import { openRecords, readRecords } from '../src/replica/records.js';
import { readNumbers } from '../src/shared/arguments.js';
import { planFlow } from '../src/shared/flow.js';
import { nginxConfig } from '../src/shared/nginx.js';
import { freePorts } from '../src/shared/ports.js';
import { missing } from '../src/shared/programs.js';
import { seeded } from '../src/shared/random.js';
import { quantile, table } from '../src/shared/report.js';
import { undoing } from '../src/shared/undo.js';

describe('a drill', () => {
  it('ends what it started, the last first, whatever happens', async () => {
    const ended: string[] = [];
    const work = (fails: boolean) =>
      undoing(async (undo) => {
        for (const one of ['first', 'second']) undo(() => ended.push(one));
        if (fails) throw new Error('no luck');
        return 'done';
      });
    expect(await work(false)).toBe('done');
    await expect(work(true)).rejects.toThrow('no luck');
    expect(ended).toEqual(['second', 'first', 'second', 'first']);
  });

  it('ends the rest when one thing cannot be ended, and says so', async () => {
    const ended: string[] = [];
    const work = undoing(async (undo) => {
      undo(() => ended.push('first'));
      undo(() => Promise.reject(new Error('stuck')));
    });
    await expect(work).rejects.toThrow('stuck');
    expect(ended).toEqual(['first']);
  });

  it('takes numbers from its command line, and refuses what it does not know', () => {
    expect(readNumbers([], FLEET)).toMatchObject({ replicas: 8, flows: 2000 });
    expect(readNumbers(['--replicas', '3'], FLEET)).toMatchObject({ replicas: 3, flows: 2000 });
    expect(readNumbers(['--help'], FLEET)).toBeUndefined();
    expect([
      readNumbers(['--heap', '0'], FLEET)?.heap,
      readNumbers(['--heap', '10000'], FLEET)?.heap,
    ]).toEqual([0, 10_000]);
    for (const args of [
      ['--replicas', '0'],
      ['--heap', '9999'],
      ['--replicas', '1'],
      ['--flows', 'many'],
      ['--fast'],
      ['3'],
    ])
      expect(() => readNumbers(args, FLEET)).toThrow(TypeError);
  });

  it('plans alike for the same seed: half of the flows once, a quarter of the last answers lost', () => {
    const plans = (seed: number) => {
      const random = seeded(seed);
      return Array.from({ length: 2000 }, (_, index) => planFlow(index, random));
    };
    expect(plans(3)).toEqual(plans(3));
    expect(plans(3)).not.toEqual(plans(4));
    expect(plans(3).filter(({ once }) => once)).toHaveLength(1000);
    const lost = plans(3).filter(({ last }) => last.lost !== 'never').length;
    expect(lost).toBeGreaterThan(400);
    expect(lost).toBeLessThan(600);
  });

  it('finds ports that are free, and below those of outgoing connections', async () => {
    const ports = await freePorts(20);
    expect(new Set(ports).size).toBe(20);
    expect(ports.every((port) => port >= 20_000 && port < 32_000)).toBe(true);
  });

  it('reads back what each replica wrote, in all its lives', () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-records-'));
    try {
      const effect = { order: 'o', flow: 'f', key: 'k', receipt: 'r' };
      for (const name of ['a', 'a', 'b']) {
        const records = openRecords(folder, name);
        records.effect(effect);
        records.told({ at: 1, type: 'state.refused', code: 'expired' });
        records.close();
      }
      expect(readRecords(folder).effects).toEqual([effect, effect, effect]);
      expect(readRecords(folder).told).toHaveLength(3);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says which program it has not, and how to get it', () => {
    const nowhere = missing('/nonexistent');
    // Where they are installed as Debian installs servers, they are found without a PATH.
    if (nowhere !== undefined) expect(nowhere).toMatch(/apt-get install/);
    expect(missing(process.env.PATH)).toBe(missing());
  });

  it('finds quantiles, and lays out tables', () => {
    expect(quantile([3, 1, 2], 0.5)).toBe(2);
    expect(quantile([], 0.5)).toBeNaN();
    expect(
      table([
        ['a', 'bb'],
        ['ccc', 'd'],
      ]),
    ).toEqual(['a    bb', 'ccc   d']);
  });
});

describe('the configuration of nginx', () => {
  it('is the one that docs/operations.md shows', () => {
    const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const [, shown = ''] = /^```nginx\n([\s\S]*?)^```$/m.exec(text) ?? [];
    const used = nginxConfig({ folder: '/tmp', port: 8080, replicas: [3001, 3002] });
    const directives = (of: string) =>
      of
        .split('\n')
        .map((line) => line.replace(/#.*/, '').trim())
        .filter((line) => line !== '' && line !== '}');
    const inside = (of: string) => {
      const lines = directives(of);
      return [
        ...lines.slice(lines.indexOf('upstream countersign {'), lines.indexOf('server {')),
        ...lines.slice(lines.indexOf('location = /mcp {')),
      ];
    };
    expect(inside(shown)).toEqual(inside(used));
    expect(inside(used).length).toBeGreaterThan(10);
  });
});
