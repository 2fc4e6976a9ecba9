import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.js';
import type { ServerDescription } from '../../src/index.js';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/described/${name}.mjs`, import.meta.url));
const BIN = fileURLToPath(new URL('../../bin/countersign.js', import.meta.url));

async function run(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await main(args, {
    out: async (text) => void out.push(text),
    err: async (text) => void err.push(text),
    thrown: async (error) =>
      void err.push(error instanceof Error ? (error.stack ?? '') : String(error)),
  });
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

const TIMEOUTS = ['0', '-1', 'soon', '86401', ''].map((seconds) => [
  'describe',
  'a',
  `--timeout=${seconds}`,
]);

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

  it('warns of forms that some hosts cannot show, and says what no figure counts', async () => {
    const { out } = await run('describe', fixture('forms'));
    expect(out).toMatch(/^ +form of size, name: some hosts show no field .*: "size"\.$/m);
    expect(out).toMatch(/^ +form of size, name: some hosts .* without a title .*: "name"\.$/m);
    expect(out).toMatch(/^Not counted: .*batches of ask\.each/m);
  });

  it('prints what server.describe() returns as JSON', async () => {
    const { code, out } = await run('describe', fixture('server'), '--json');
    expect(code).toBe(0);
    const { name, components } = JSON.parse(out) as ServerDescription;
    expect([name, components.map((component) => component.steps.map((step) => step.name))]).toEqual(
      ['releases', [['build', 'confirm']]],
    );
  });

  it('takes a function that makes the server, as the default or by --export', async () => {
    expect(await run('describe', fixture('maker'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('releases 1.2.3'),
    });
    expect(await run('describe', fixture('maker'), '--export', 'other')).toMatchObject({
      code: 0,
      err: '',
    });
    const third = await run('describe', fixture('maker'), '--export', 'third');
    expect(third).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('no export "third". It exports default, other.'),
    });
  });

  it('exits with 1 and says why where there is no server', async () => {
    const none = await run('describe', fixture('none'));
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.err).toContain('It exports make, port.');
    expect(await run('describe', fixture('nowhere'))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('there is no'),
    });
    expect(await run('describe', fixture('broken'))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('state.codec'),
    });
  });

  it('says what stands where the server should be, and not its value', async () => {
    const { code, out, err } = await run('describe', fixture('number'));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('"server" is a number, and no server.');
    expect(err).not.toContain('3000');
    for (const [name, what] of [
      ['empty', 'makes undefined'],
      ['list', 'is an array'],
      ['schema', 'is an object'],
    ] as const) {
      const other = await run('describe', fixture('number'), '--export', name);
      expect(other).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining(`"${name}" ${what}, and no server.`),
      });
    }
  });

  it('exits with 2 for a command line that it does not know, and with 0 for --help', async () => {
    for (const args of [
      [],
      ['serve', 'x'],
      ['describe'],
      ['describe', 'a', 'b'],
      ['describe', 'a', '--yaml'],
      ...TIMEOUTS,
    ]) {
      expect(await run(...args)).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('Usage:'),
      });
    }
    expect(await run('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Usage:'),
      err: '',
    });
    expect(await run('describe', '-h')).toMatchObject({ code: 0, err: '' });
  });

  it('ends by itself although the module listens', async () => {
    const { code, out } = await started('describe', fixture('listening'), '--json');
    expect(code).toBe(0);
    expect((JSON.parse(out) as ServerDescription).version).toBe('1.2.3');
    expect(await started('describe', fixture('none'))).toMatchObject({ code: 1, out: '' });
  });

  it('keeps standard output for the description: what the module writes there goes to standard error', async () => {
    const { code, out, err } = await started('describe', fixture('chatty'), '--json');
    expect(code).toBe(0);
    expect((JSON.parse(out) as ServerDescription).name).toBe('releases');
    expect(err).toBe('loading\nstill loading\nmaking\n');
  });

  it('names file and line of what fails while the module loads or makes the server', async () => {
    const thrown = await started('describe', fixture('throwing'));
    expect(thrown).toMatchObject({ code: 1, out: '' });
    expect(thrown.err).toMatch(
      /throwing\.mjs failed before[\s\S]*Error: no database\n[\s\S]*throwing\.mjs:2:/,
    );
    const folder = await mkdtemp(join(tmpdir(), 'describe-'));
    try {
      await writeFile(
        join(folder, 'entry.mjs'),
        "import './half.mjs';\nexport const server = 1;\n",
      );
      await writeFile(join(folder, 'half.mjs'), 'const whole = 1;\nexport const = whole;\n');
      const broken = await started('describe', join(folder, 'entry.mjs'));
      expect(broken).toMatchObject({ code: 1, out: '' });
      expect(broken.err).toMatch(
        /entry\.mjs failed before[\s\S]*half\.mjs:2\nexport const = whole;[\s\S]*SyntaxError/,
      );
      expect(broken.err).not.toContain('Nothing was described');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('exits with 1 and says so where the module ends the process, or awaits what never comes', async () => {
    expect(await started('describe', fixture('server'))).toMatchObject({ code: 0, err: '' });
    const quit = await started('describe', fixture('quitting'));
    expect(quit).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('ended the process (exit code 0)'),
    });
    const never = await started('describe', fixture('never'));
    expect(never).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('awaits something that never comes'),
    });
  });

  it('exits with 1 and says so where the module takes longer than --timeout', async () => {
    const late = await started('describe', fixture('waiting'), '--timeout', '0.05');
    expect(late).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('no server within 0.05 seconds'),
    });
    expect(await started('describe', fixture('server'), '--timeout', '3600')).toMatchObject({
      code: 0,
      err: '',
    });
  });
});
