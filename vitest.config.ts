import { defineConfig } from 'vitest/config';
import { ClosingLine } from './scripts/closing-line.mjs';

export default defineConfig({
  test: {
    projects: ['{packages/*,examples/*,benchmarks,drills,scripts}/vitest.config.ts'],
    reporters: ['default', new ClosingLine()],
  },
});
