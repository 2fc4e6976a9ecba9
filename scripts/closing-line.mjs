// @ts-check
import { closing } from './closing.mjs';

/** @import { Reporter, TestModule } from 'vitest/node' */

/**
 * Closes a test run with `N passed, N failed`, alone on the very last line. A file that could not be loaded, a hook that threw and
 * an error nobody caught are failures too: none of them shows as a failed test, yet each means that something was not proved.
 * @implements {Reporter}
 */
export class ClosingLine {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly unknown[]} errors
   */
  onTestRunEnd(modules, errors) {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      count.failed += module.errors().length;
      for (const suite of module.children.allSuites()) count.failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        // A test that never got a verdict (the run was interrupted) has not passed.
        count[state === 'pending' ? 'failed' : state] += 1;
      }
    }
    process.once('exit', () => process.stdout.write(`${closing(count)}\n`));
  }
}
