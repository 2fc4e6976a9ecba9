// @ts-check
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT, run, StepError, say, step } from './steps.mjs';

const { engines, packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Written by pnpm at the end of an install: what is newer than it has not been installed. */
const INSTALLED = join(ROOT, 'node_modules/.modules.yaml');

const TURBO = join(ROOT, 'node_modules/.bin/turbo');

/** @param {string} version */
const numbers = (version) => version.split('.').map(Number);

/** Refuses a Node that the packages do not support, before it fails somewhere less readable. */
export function checkNode(found = process.versions.node, wanted = engines.node.replace('>=', '')) {
  const [major = 0, minor = 0] = numbers(found);
  const [wantedMajor = 0, wantedMinor = 0] = numbers(wanted);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new StepError(
    `Node ${wanted} or newer is needed; this is ${found}. Install a newer Node and run the command again.`,
  );
}

/**
 * Puts the pinned pnpm on PATH, fetched by npx. Not by corepack, whose built-in keys cannot verify every release. The cache is asked
 * first: npx would wait a minute on a dead registry for a package it already has.
 */
async function findPnpm() {
  const args = ['-y', '--package', packageManager, '--', 'node', '-p', 'process.env.PATH'];
  let found = await run('npx', ['--offline', ...args], { capture: 'silent' });
  if (found.code !== 0)
    found = await step(`fetch ${packageManager}`, () => run('npx', args, { capture: 'silent' }));
  const path = found.output.trimEnd().split('\n').at(-1) ?? '';
  if (found.code !== 0 || !path.includes(delimiter)) {
    throw new StepError(
      `npx could not fetch ${packageManager}. It needs the npm registry once (npm ping tells).\n${found.output}`,
    );
  }
  process.env.PATH = path;
}

/** @param {string} path */
const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function upToDate() {
  const manifests = [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...workspaceManifests(),
  ];
  const installed = changedAt(INSTALLED);
  return installed > 0 && manifests.every((path) => changedAt(join(ROOT, path)) <= installed);
}

function workspaceManifests() {
  const folders = ['packages', 'examples'].flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => join(parent, name)),
  );
  return [...folders, 'benchmarks', 'drills', 'docs']
    .map((folder) => join(folder, 'package.json'))
    .filter((path) => existsSync(join(ROOT, path)));
}

/** Makes a fresh clone ready: Node, pnpm, the pinned dependencies. Does next to nothing where that was done already. */
export async function bootstrap() {
  checkNode();
  process.env.TURBO_TELEMETRY_DISABLED = '1';
  process.env.DO_NOT_TRACK = '1';
  if (!process.stdout.isTTY) process.env.NO_COLOR = '1'; // turbo would force colours on the tools, and a log full of codes on its reader
  await findPnpm();
  if (upToDate()) return say('install: nothing changed since the last one');
  const args = ['install', '--frozen-lockfile', '--config.confirm-modules-purge=false'];
  const { code } = await step('install', () => run('pnpm', args));
  if (code !== 0)
    throw new StepError(
      'pnpm install failed: see its message above. It needs the npm registry, and a lockfile that matches.',
    );
  const now = new Date();
  utimesSync(INSTALLED, now, now); // pnpm leaves the file alone when a manifest was merely touched
}

/**
 * Runs root tasks of turbo.json with what they depend on; one that fails does not stop its neighbours.
 * @param {readonly string[]} tasks
 * @param {{ capture?: 'shown', args?: readonly string[] }} [options]
 */
export const turbo = (tasks, { capture, args = [] } = {}) => {
  const rest = args.length > 0 ? ['--', ...args] : [];
  const options = capture ? { capture } : {};
  return run(
    TURBO,
    [
      'run',
      ...tasks,
      '--filter=//',
      '--continue',
      '--log-prefix=none',
      '--output-logs=new-only',
      ...rest,
    ],
    options,
  );
};
