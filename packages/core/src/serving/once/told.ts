import type { LedgerRefusal } from '../../errors.js';

/** All that the caller learns of a refusal. */
export const TOLD: Readonly<Record<LedgerRefusal, string>> = {
  unavailable:
    'This request ran nothing: the ledger that keeps the call from running twice did not answer.',
  full: 'The call was not run: the ledger that keeps it from running twice is full.',
  running:
    'The call is still running, for an earlier request. Repeat this request to get its result.',
  lost: 'An earlier request started the call and did not finish it. It may have had its effect, so it is not run again.',
  too_large:
    'An earlier request completed the call. Its result was too large to keep, and the call is not run again.',
  unreadable:
    'An earlier request completed the call. Its result cannot be read any more, and the call is not run again.',
};
