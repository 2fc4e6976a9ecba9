import { expect, it } from 'vitest';
import { oracle } from './agree.js';

const PAIRS = Number(process.env.ORACLE_PAIRS ?? 2000);
const SEED = process.env.ORACLE_SEED === undefined ? undefined : Number(process.env.ORACLE_SEED);

it('zod, the list, the server and the official client have one verdict', {
  timeout: 1_800_000,
}, () => {
  const seed = oracle(PAIRS, SEED);
  console.log(`oracle: ${PAIRS} pairs, no disagreement, seed ${seed}`);
  expect(seed).toBeTypeOf('number');
});
