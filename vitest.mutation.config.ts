import { defineConfig } from 'vitest/config';
import { DECORATED, testProject } from './vitest.shared.ts';

const of = (name: string, include: readonly string[], options = {}) => ({
  ...testProject(name, { ...options, include: [...include] }),
  root: `packages/${name}`,
});

/** The tests that mutation testing runs: of the engine, the guard and the codecs, with nothing that opens a socket or starts a process. */
export default defineConfig({
  test: {
    projects: [
      of('core', ['test/state/**/*.test.ts', 'test/rounds/**/*.test.ts'], DECORATED),
      of('codec-hmac', ['test/**/*.test.ts']),
      of('codec-aead', ['test/**/*.test.ts']),
      of('testing', ['test/states.property.test.ts', 'test/conformance/codecs.test.ts'], DECORATED),
    ],
  },
});
