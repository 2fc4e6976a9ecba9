import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { Visitor } from './support/visitor.js';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
let child: ChildProcess | undefined;

/** Starts the compiled program, and collects what it prints. */
function start(args: string[], env: Record<string, string> = {}) {
  if (!existsSync(program))
    throw new Error('compile the example first: npx tsc -b examples/everything');
  const started = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  const printed = { out: '', err: '' };
  started.stdout.setEncoding('utf8').on('data', (text) => (printed.out += text));
  started.stderr.setEncoding('utf8').on('data', (text) => (printed.err += text));
  return {
    started,
    printed,
    closed: once(started, 'close').then(([code]) => code as number | null),
  };
}

afterEach(() => child?.kill('SIGKILL'));

it('serves everything where PORT says, tells where, and ends when it is interrupted', async () => {
  const { started, printed, closed } = start([], { PORT: '0' });
  while (!printed.out.includes('\n'))
    await Promise.race([
      once(started.stdout, 'data'),
      closed.then(() => Promise.reject(new Error(printed.err))),
    ]);
  const [, url = ''] = /^listening on (http:\/\/127\.0\.0\.1:\d+\/mcp)\n$/.exec(printed.out) ?? [];
  const { client } = await Visitor.connect(new URL(url), '2026-07-28');
  expect((await client.callTool({ name: 'test_simple_text' })).content).toHaveLength(1);
  await client.close();
  started.kill('SIGINT');
  expect(await closed).toBe(0);
});

it('tells how it is used', async () => {
  const { printed, closed } = start(['--help']);
  expect(await closed).toBe(0);
  expect(printed.out).toContain('Usage: pnpm everything');
});

it.each(['', 'x', '-1', '65536', '1.5'])('refuses the port "%s"', async (PORT) => {
  const { printed, closed } = start([], { PORT });
  expect(await closed).toBe(2);
  expect(printed.err).toContain('PORT must be a whole number up to 65535');
});

it('refuses options that it does not know', async () => {
  const { printed, closed } = start(['--port', '1']);
  expect(await closed).toBe(2);
  expect(printed.err).toContain('--port');
});
