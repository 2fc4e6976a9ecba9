// @ts-check
// The schema oracle in full, at both ends of the supported zod range: 50,000 pairs each, or as many as the
// first argument says. The seed is printed; the second argument sets it.
import { spawnSync } from 'node:child_process';
import { ROOT } from './steps.mjs';

const [pairs = '50000', seed] = process.argv.slice(2);
const { status } = spawnSync('npx', ['vitest', 'run', 'packages/core/test/oracle'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, ORACLE_PAIRS: pairs, ...(seed !== undefined && { ORACLE_SEED: seed }) },
});
process.exit(status ?? 1);
