// @ts-check
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Top of the repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** An expected failure: its message is all that the reader needs, a stack would hide it. */
export class StepError extends Error {}

/** @param {string} text */
export const say = (text) => process.stdout.write(`== ${text}\n`);

/**
 * Runs a program to its end, or until `timeoutMs` is over, and returns its exit code; a signal counts as 1. With `capture`, the
 * output is shown and returned too.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ capture?: 'shown' | 'silent', cwd?: string, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export const run = (command, args, { capture, cwd = ROOT, timeoutMs } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', capture ? 'pipe' : 'inherit', capture === 'silent' ? 'pipe' : 'inherit'],
      shell: process.platform === 'win32', // npx and turbo are .cmd files there
      ...(timeoutMs !== undefined && { timeout: timeoutMs, killSignal: 'SIGKILL' }),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (capture === 'shown') process.stdout.write(text);
      });
    }
    child.once('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });

/**
 * Says which step runs, and afterwards how it went and how long it took.
 * @template {{ code: number }} R
 * @param {string} name
 * @param {() => Promise<R>} work
 * @returns {Promise<R>}
 */
export async function step(name, work) {
  const start = performance.now();
  say(`${name} ...`);
  const result = await work();
  say(
    `${name}: ${result.code === 0 ? 'done' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
  return result;
}
