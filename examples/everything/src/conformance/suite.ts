import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Revision, SUITE } from './requirements.js';

/** One thing that a scenario looked at. */
export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

export interface SuiteRun {
  readonly revision: Revision;
  /** By scenario. */
  readonly checks: ReadonlyMap<string, readonly Check[]>;
  /** The suite's own verdict on what it requires; null when it was ended from outside. */
  readonly exitCode: number | null;
  /** All that it printed. */
  readonly output: string;
}

/** Milliseconds that one run may take; the suite itself gives each scenario 30 seconds. */
const DEADLINE_MS = 300_000;

const SHIM = new URL('./glob-sync-shim.js', import.meta.url).href;
const STRICT = fileURLToPath(new URL('../../strict.yaml', import.meta.url));

/** Runs what a revision requires, and what the suite adds to it uncounted, against the server at `url`. Ends with its process. */
export async function runSuite(url: URL, revision: Revision): Promise<SuiteRun> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const suite = ['--import', SHIM, join(SUITE, 'dist/index.js'), 'server'];
  const options = [
    '--url',
    url.href,
    '--requirements',
    revision,
    '--expected-failures',
    STRICT,
    '--output-dir',
    folder,
  ];
  try {
    const { exitCode, output } = await ended([...suite, ...options]);
    return { revision, checks: written(folder), exitCode, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ended = (args: readonly string[]): Promise<Pick<SuiteRun, 'exitCode' | 'output'>> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, output }));
  });

/** Reads what the suite wrote: a folder a scenario, `server-<scenario>-<when>`. */
export function written(folder: string): ReadonlyMap<string, readonly Check[]> {
  const scenario = (name: string) =>
    name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
  return new Map(
    readdirSync(folder).map((name) => [
      scenario(name),
      JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')),
    ]),
  );
}
