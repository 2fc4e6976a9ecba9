import { fileURLToPath } from 'node:url';
import { defineProject, type UserWorkspaceConfig } from 'vitest/config';

const source = (path: string): string =>
  fileURLToPath(new URL(`packages/${path}`, import.meta.url));

/**
 * Every entry point, by its source. All projects share the one list: a class imported through a package and by a relative
 * path must be the same class, so nothing may reach `dist` while its neighbour reaches `src`.
 */
const ENTRIES: Readonly<Record<string, string>> = {
  '@countersign/core': 'core/src/index.ts',
  '@countersign/core/codec': 'core/src/codec.ts',
  '@countersign/core/internal': 'core/src/internal.ts',
  '@countersign/codec-aead': 'codec-aead/src/index.ts',
  '@countersign/codec-hmac': 'codec-hmac/src/index.ts',
  '@countersign/ledger-redis': 'ledger-redis/src/index.ts',
  '@countersign/shim-legacy': 'shim-legacy/src/index.ts',
  '@countersign/testing': 'testing/src/index.ts',
  '@countersign/testing/conformance': 'testing/src/conformance/index.ts',
};

/** Configures one package's tests: against sources, with the decorator metadata that TypeScript's own emit would write. */
export const testProject = (
  name: string,
  test: NonNullable<UserWorkspaceConfig['test']> = {},
): UserWorkspaceConfig =>
  defineProject({
    oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
    resolve: {
      alias: Object.entries(ENTRIES).map(([entry, path]) => ({
        find: new RegExp(`^${entry}$`),
        replacement: source(path),
      })),
    },
    // Generous, since a cold import on a busy machine counts as part of the first test that makes it.
    test: { name, include: ['test/**/*.test.ts'], testTimeout: 20_000, ...test },
  });

/** For projects that decorate classes: tsyringe needs the Reflect polyfill before its first import. */
export const DECORATED = { setupFiles: ['reflect-metadata'] };
