// @ts-check
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../steps.mjs';

/** @import { Mutation } from './mutate.mjs' */

/**
 * What vitest reports of one file, as far as it is read here.
 * @typedef {object} FileReport
 * @property {string} name
 * @property {string} [message]
 * @property {readonly { title: string, status: string }[]} assertionResults
 */

/** Longest that one run may take, in milliseconds: a broken loop may never end. */
const PATIENCE_MS = 120_000;

/** @param {number} since by the clock of `performance` */
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Writes the title of a test as a pattern: what `it.each` puts into it may be anything.
 * @param {string} title
 */
export function patternOf(title) {
  const literal = title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  // The `$` of a placeholder was escaped just now.
  return literal.replace(/%[a-z]|\\\$[a-z]+/gi, '.*');
}

/**
 * What became of one test, told by its title; `it.each` makes several of it.
 * @param {readonly FileReport[]} reports
 * @param {string} title
 * @returns {'red' | 'green' | 'not run' | 'not loaded'}
 */
export function stateOf(reports, title) {
  const pattern = new RegExp(`^${patternOf(title)}$`, 's');
  if (reports.every(({ assertionResults }) => assertionResults.length === 0)) return 'not loaded';
  const states = reports
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((test) => pattern.test(test.title))
    .map(({ status }) => status);
  if (states.includes('failed')) return 'red';
  return states.includes('passed') ? 'green' : 'not run';
}

/**
 * Runs tests of one project's files, and no others.
 * @param {string} root
 * @param {string} project
 * @param {readonly Mutation['test'][]} tests
 * @returns {Promise<readonly FileReport[] | undefined>} `undefined` when there is no report
 */
async function reportOf(root, project, tests) {
  const report = join(root, 'prove.json');
  rmSync(report, { force: true });
  const files = [...new Set(tests.map(({ file }) => file.slice(project.length + 1)))];
  const pattern = `(${tests.map(({ title }) => patternOf(title)).join('|')})$`;
  // In threads, so that nothing is left when the one process is killed.
  const args = [
    'run',
    '--pool',
    'threads',
    '--root',
    project,
    '--reporter',
    'json',
    '--outputFile',
    report,
    '-t',
    pattern,
    ...files,
  ];
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  await run(process.execPath, [vitest, ...args], {
    capture: 'silent',
    cwd: root,
    timeoutMs: PATIENCE_MS * files.length,
  });
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : undefined;
}

/** The folder whose vitest.config.ts runs a file. */
const projectOf = (/** @type {string} */ file) => file.slice(0, file.indexOf('/test/'));

/**
 * Runs the tests before anything is broken, a project at a time.
 * @param {string} root
 * @param {readonly Mutation[]} mutations
 * @param {(line: string) => void} say
 * @returns {Promise<(mutation: Mutation) => string | undefined>} why a mutation could prove nothing
 */
export async function greenBefore(root, mutations, say) {
  /** @type {Map<string, Mutation['test'][]>} */
  const projects = new Map();
  for (const { test } of mutations)
    projects.set(projectOf(test.file), [...(projects.get(projectOf(test.file)) ?? []), test]);
  /** @type {FileReport[]} */
  const reports = [];
  for (const [project, tests] of projects) {
    const started = performance.now();
    reports.push(...((await reportOf(root, project, tests)) ?? []));
    say(`${project} (${seconds(started)})`);
  }
  return ({ test }) => {
    const state = stateOf(
      reports.filter(({ name }) => name.endsWith(`/${test.file}`)),
      test.title,
    );
    return state === 'green' ? undefined : `its test is ${state} before anything is broken`;
  };
}

/**
 * Runs the one test against the broken code.
 * @param {string} root
 * @param {Mutation} mutation
 * @returns {Promise<string | undefined>} why it proves nothing
 */
export async function verdictOn(root, { test }) {
  const reports = await reportOf(root, projectOf(test.file), [test]);
  if (reports === undefined) return 'the run came to no end, or to none that it could report';
  const state = stateOf(reports, test.title);
  if (state === 'red') return undefined;
  return state === 'green'
    ? 'its test stays green'
    : `its test is ${state}, so it says nothing about the rule`;
}
