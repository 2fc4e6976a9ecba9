import { expect, it, vi } from 'vitest';

vi.mock('zod', () => import('zod-oldest'));

const { oracle } = await import('./agree.js');
const PAIRS = Number(process.env.ORACLE_PAIRS ?? 2000);
const SEED = process.env.ORACLE_SEED === undefined ? undefined : Number(process.env.ORACLE_SEED);

it('so they have with the oldest zod that is supported', { timeout: 1_800_000 }, async () => {
  const { z } = await import('zod');
  expect(z.core.version).toMatchObject({ major: 4, minor: 1, patch: 0 });
  const seed = oracle(PAIRS, SEED);
  console.log(`oracle: ${PAIRS} pairs, no disagreement, zod 4.1.0, seed ${seed}`);
});
