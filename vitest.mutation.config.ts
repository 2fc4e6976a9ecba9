import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { DECORATED, testProject } from './vitest.shared.ts';

const of = (name: string, include: readonly string[], options = {}) => ({
  ...testProject(name, { ...options, include: [...include] }),
  root: `packages/${name}`,
});

const isLong = ({ moduleId }: TestSpecification): boolean => /\.(property|adversarial)\.test\.ts$|\/testing\/test\//.test(moduleId);

/** One red test is enough, so the short ones come first: a random one that fails looks long for the smallest failure. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files.filter((file) => !isLong(file)), ...files.filter(isLong)];
  }
}

/** The tests that mutation testing runs: of the engine, the guard and the codecs, and none that opens a socket or starts a process. */
export default defineConfig({
  test: {
    sequence: { sequencer: ShortestFirst },
    projects: [
      of('core', ['test/state/**/*.test.ts', 'test/rounds/**/*.test.ts'], DECORATED),
      of('codec-hmac', ['test/**/*.test.ts']),
      of('codec-aead', ['test/**/*.test.ts']),
      of('testing', ['test/states.property.test.ts', 'test/conformance/codecs.test.ts'], DECORATED),
    ],
  },
});
