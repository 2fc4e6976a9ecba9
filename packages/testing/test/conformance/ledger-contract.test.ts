import { memoryLedger } from '@countersign/core';
import { ledgerContract } from '@countersign/testing/conformance';
import { describe, it } from 'vitest';
import { fakeClock } from '../../src/fake-clock.js';

// More claims than it takes: those beyond 10000 are refused.
const BEYOND = 10_100;

ledgerContract(
  { describe, it },
  'memoryLedger',
  () => {
    const clock = fakeClock();
    const ledger = memoryLedger({ clock });
    return { replicas: [ledger, ledger], pass: (ms) => clock.advance({ ms }) };
  },
  { claims: BEYOND },
);
