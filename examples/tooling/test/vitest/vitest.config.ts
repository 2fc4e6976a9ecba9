// Three projects with one file of tests, in one process; ../support/vitest.ts lays them out.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import documented from '../../settings/vitest.config.js';

const root = (project: string) =>
  fileURLToPath(new URL(`../../dist/built/vitest/${project}`, import.meta.url));
const test = {
  include: ['test/**/*.spec.ts'],
  // The packages are linked here; by this they are loaded as they are, as installed ones would be.
  server: { deps: { external: [/packages\/[^/]+\/dist/] } },
};

export default defineConfig({
  test: {
    pool: 'threads',
    projects: [
      { ...documented, root: root('configured'), test },
      { root: root('covered'), test },
      { root: root('outside'), test },
    ],
  },
});
