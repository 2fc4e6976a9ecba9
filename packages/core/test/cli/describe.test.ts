import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.js';
import type { ServerDescription } from '../../src/index.js';

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/described/${name}.mjs`, import.meta.url));
const BIN = fileURLToPath(new URL('../../bin/countersign.js', import.meta.url));

async function run(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await main(args, { out: async (text) => void out.push(text), err: async (text) => void err.push(text) });
  return { code, out: out.join(''), err: err.join('') };
}

/** The command as users start it, in a process of its own. */
async function started(...args: string[]) {
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk) => out.push(String(chunk)));
  child.stderr.on('data', (chunk) => err.push(String(chunk)));
  const [code] = await once(child, 'close');
  return { code, out: out.join(''), err: err.join('') };
}

describe('countersign describe', () => {
  it('prints every step, what it may need, and rounds against the limits, with what exceeds them', async () => {
    const { code, out, err } = await run('describe', fixture('server'));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^releases 1\.2\.3$/m);
    expect(out).toMatch(/^tool deploy \(Deploy\), scopes deploy$/m);
    expect(out).toMatch(/^ +build +compute +version 2$/m);
    expect(out).toMatch(/^ +confirm +elicit +form or url, 12 attempts$/m);
    expect(out).toMatch(/^ +may need elicitation\.form, elicitation\.url$/m);
    expect(out).toMatch(/^ +deploy +unknown +1 to 12 ! +1 to 12 +1 to 12 !$/m);
    expect(out).toMatch(/^2025 clients cannot be asked/m);
    expect(out.split('\nWarnings\n')[1]?.trim().split('\n')).toHaveLength(2);
  });

  it('prints what server.describe() returns as JSON', async () => {
    const { code, out } = await run('describe', fixture('server'), '--json');
    expect(code).toBe(0);
    const { name, components } = JSON.parse(out) as ServerDescription;
    expect([name, components.map((component) => component.steps.map((step) => step.name))]).toEqual(['releases', [['build', 'confirm']]]);
  });

  it('takes a function that makes the server, as the default or by --export', async () => {
    expect(await run('describe', fixture('maker'))).toMatchObject({ code: 0, out: expect.stringContaining('releases 1.2.3') });
    expect(await run('describe', fixture('maker'), '--export', 'other')).toMatchObject({ code: 0, err: '' });
    expect(await run('describe', fixture('maker'), '--export', 'third')).toMatchObject({ code: 1, out: '' });
  });

  it('exits with 1 and says why where there is no server', async () => {
    const none = await run('describe', fixture('none'));
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.err).toContain('It exports make, port.');
    expect(await run('describe', fixture('nowhere'))).toMatchObject({ code: 1, out: '', err: expect.stringContaining('there is no') });
    expect(await run('describe', fixture('broken'))).toMatchObject({ code: 1, out: '', err: expect.stringContaining('state.codec') });
  });

  it('exits with 2 for a command line that it does not know, and with 0 for --help', async () => {
    for (const args of [[], ['serve', 'x'], ['describe'], ['describe', 'a', 'b'], ['describe', 'a', '--yaml']]) {
      expect(await run(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Usage:') });
    }
    expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Usage:'), err: '' });
    expect(await run('describe', '-h')).toMatchObject({ code: 0, err: '' });
  });

  it('ends by itself although the module listens', async () => {
    const { code, out } = await started('describe', fixture('listening'), '--json');
    expect(code).toBe(0);
    expect((JSON.parse(out) as ServerDescription).version).toBe('1.2.3');
    expect(await started('describe', fixture('none'))).toMatchObject({ code: 1, out: '' });
  });
});
