import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const fixture = fileURLToPath(new URL('../../fixtures/held.mjs', import.meta.url));

// Behind server.fetch there may be no socket: without a hold of its own, the process ends while the answer is held (exit code 13).
it('an answer that is held back keeps the process until it is there', async () => {
  const child = spawn(process.execPath, [fixture], { stdio: 'pipe' });
  const out: string[] = [];
  child.stdout.on('data', (chunk) => out.push(String(chunk)));
  const [code] = await once(child, 'close');
  expect(out.join('')).toBe('waited\n');
  expect(code).toBe(0);
}, 30_000);
