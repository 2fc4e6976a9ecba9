import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { HERE, node } from './node.js';

/** Where everything is built, afresh for every run of the tests. */
export const OUT = join(HERE, 'dist/built');
rmSync(OUT, { recursive: true, force: true });

/** Writes a file below `OUT`, and returns its path. */
export function write(path: string, content: object | string): string {
  const file = join(OUT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Writes a tsconfig.json of the documented options and what is given; what it includes is told from `dist/built`. */
export const tsconfig = (
  name: string,
  include: readonly string[],
  compilerOptions: object = {},
): string =>
  write(`tsconfig.${name}.json`, {
    extends: '../../settings/tsconfig.json',
    compilerOptions,
    include,
  });

export const DOCUMENTED = tsconfig('documented', ['../../projects']);
/** As a project has it that knows nothing of decorators. */
export const WITHOUT = write('tsconfig.without.json', {
  compilerOptions: { target: 'ES2022', module: 'NodeNext' },
  include: ['../../projects'],
});
/** The documented options, for files that are somewhere else. */
export const ELSEWHERE = tsconfig('elsewhere', ['../../settings']);

const require = createRequire(import.meta.url);
/** A program of an installed package. */
export const program = (name: string, path: string): string =>
  join(dirname(require.resolve(`${name}/package.json`)), path);

/** The script that loads a server and walks its tool through a question. */
const WALK = join(HERE, 'test/support/walk.mjs');

/** Walks a built server, in a process of its own. */
export const walk = (server: string) => node([WALK, server]);

/** Walks a project as it is written, run by tsx. */
export const walkByTsx = (project: string, config = DOCUMENTED) =>
  node([
    program('tsx', 'dist/cli.mjs'),
    '--tsconfig',
    config,
    WALK,
    join(HERE, 'projects', project, 'server.ts'),
  ]);
