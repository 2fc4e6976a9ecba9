import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

export type Revision = '2026-07-28' | '2025-11-25';
export const REVISIONS: readonly Revision[] = ['2026-07-28', '2025-11-25'];

/** Folder of the installed suite. */
export const SUITE = dirname(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'),
);

/** Names of the scenarios that a server has to pass for a revision; the suite froze the list when the revision was released. */
export function required(revision: Revision): readonly string[] {
  const { server } = parse(
    readFileSync(join(SUITE, 'requirements', `${revision}.yaml`), 'utf8'),
  ) as { server: string[] };
  return server;
}

/** Scenarios that the suite runs and does not count, and that have to pass here all the same. */
export const UNSCORED: Readonly<Record<Revision, readonly string[]>> = {
  '2026-07-28': [
    'json-schema-2020-12',
    'http-header-validation',
    'http-custom-header-server-validation',
  ],
  '2025-11-25': ['json-schema-2020-12', 'server-session-lifecycle'],
};
