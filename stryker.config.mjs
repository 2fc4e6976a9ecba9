// @ts-check
// How Stryker breaks the code, and which tests it runs against that; scripts/mutation.mjs says what of the code.

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts' },
  // Of every test it is known what it runs, and only those that run the broken line are run against it.
  coverageAnalysis: 'perTest',
  // Texts are for people: what a program depends on is a code, and tests assert those.
  mutator: { excludedMutations: ['StringLiteral'] },
  // Tests run from sources, in a copy of the tree.
  ignorePatterns: ['/.stryker', 'dist', '/benchmarks', '/coverage', '/docs', '/examples'],
  tempDirName: '.stryker/tmp',
  incremental: true,
  incrementalFile: '.stryker/incremental.json',
  // Generous, so that on a busy machine slow is not taken for endless.
  timeoutMS: 20_000,
  concurrency: 2,
  reporters: ['progress-append-only'],
  logLevel: 'warn',
};
