/** What a suite needs of a test runner: vitest, `node:test` and others have it. */
export interface Runner {
  describe(name: string, body: () => void): unknown;
  it(name: string, test: () => void | Promise<void>): unknown;
}
