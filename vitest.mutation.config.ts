import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { DECORATED, testProject } from './vitest.shared.ts';

/** Not isolated: every mutant gets a thread of its own, whose files may share what they import. */
const of = (name: string, include: readonly string[], options = {}) => ({
  ...testProject(name, { ...options, include: [...include], isolate: false }),
  root: `packages/${name}`,
});

/** One red test is enough: those that notice most come first, those that take longest come last. */
const FIRST = /\/(round|guard)\.test\.ts$/;
const LAST = /\.property\.test\.ts$|\/manual\.test\.ts$|\/testing\/test\//;
const rank = ({ moduleId }: TestSpecification): number =>
  FIRST.test(moduleId) ? 0 : LAST.test(moduleId) ? 2 : 1;

class LikeliestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => rank(a) - rank(b));
  }
}

/**
 * The tests that mutation testing runs: of the engine, the guard and the codecs, and none that opens a socket or starts a process.
 * The random step graphs stay out: they take longer than all the others together, and what they alone notice counts as unnoticed.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LikeliestFirst },
    projects: [
      of('core', ['test/state/**/*.test.ts', 'test/rounds/!(*.adversarial).test.ts'], DECORATED),
      of('codec-hmac', ['test/**/*.test.ts']),
      of('codec-aead', ['test/**/*.test.ts']),
      of('testing', ['test/states.property.test.ts', 'test/conformance/codecs.test.ts'], DECORATED),
    ],
  },
});
