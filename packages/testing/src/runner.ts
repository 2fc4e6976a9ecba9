/** What a suite needs of a test runner: vitest, `node:test` and others have it. */
export interface Runner {
  /** Groups tests. */
  describe(name: string, body: () => void): unknown;
  /** Declares a test. */
  it(name: string, test: () => void | Promise<void>): unknown;
}
