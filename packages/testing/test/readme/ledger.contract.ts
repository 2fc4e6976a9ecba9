// ledger.contract.ts
import { describe, it } from 'node:test';
import { memoryLedger } from '@countersign/core';
import { fakeClock } from '@countersign/testing';
import { ledgerContract } from '@countersign/testing/conformance';

ledgerContract({ describe, it }, 'my ledger', () => {
  const clock = fakeClock();
  const ledger = memoryLedger({ clock }); // yours, twice: as two replicas have it
  return { replicas: [ledger, ledger], pass: (ms) => clock.advance({ ms }) };
});
