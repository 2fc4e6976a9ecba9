import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const fixture = fileURLToPath(new URL('../../fixtures/closing.mjs', import.meta.url));

// All timers of the toolkit let a process end. A shutdown that waits for a call whose client has left hangs on nothing else.
it('keeps the process alive until close has settled', async () => {
  const child = spawn(process.execPath, [fixture], { stdio: 'pipe' });
  const out: string[] = [];
  child.stdout.on('data', (chunk) => out.push(String(chunk)));
  const [code] = await once(child, 'exit');
  expect(out.join('')).toBe('closed\n');
  expect(code).toBe(0);
}, 30_000);
