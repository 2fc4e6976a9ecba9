import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HERE, node } from './node.js';
import { OUT, program, write } from './out.js';

const DECORATED = { experimentalDecorators: true, emitDecoratorMetadata: true };

/** The tsconfig.json of three projects. Only that of `configured` says nothing of decorators: its vitest.config.ts does. */
const PROJECTS: Readonly<Record<string, object>> = {
  configured: { include: ['projects'] },
  covered: { compilerOptions: DECORATED, include: ['projects', 'test'] },
  outside: { compilerOptions: DECORATED, include: ['src'] },
};

interface FileReport {
  readonly name: string;
  readonly status: string;
  readonly message: string;
}

/**
 * Runs one file of tests by vitest as three projects have it: one with the documented vitest.config.ts, one whose tsconfig.json
 * covers the files, and one whose tsconfig.json says the same but includes other files. One process for all: most of its time is its start.
 */
export async function byVitest(): Promise<(project: string) => FileReport> {
  for (const [project, config] of Object.entries(PROJECTS)) {
    for (const folder of ['projects', 'test/vitest'])
      cpSync(join(HERE, folder), join(OUT, 'vitest', project, folder), { recursive: true });
    write(`vitest/${project}/tsconfig.json`, config);
  }
  const report = join(OUT, 'vitest/report.json');
  const config = join(HERE, 'test/vitest/vitest.config.ts');
  const { printed } = await node([
    program('vitest', 'vitest.mjs'),
    'run',
    '--config',
    config,
    '--reporter',
    'json',
    '--outputFile',
    report,
  ]);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileReport[] };
  return (project) =>
    testResults.find(({ name }) => name.includes(`/vitest/${project}/`)) ?? {
      name: project,
      status: 'missing',
      message: printed,
    };
}
