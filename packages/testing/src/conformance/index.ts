/**
 * The suites that define what a state codec and a ledger are, for those who write their own. They take `describe` and `it` of any
 * runner, and assert by node:assert.
 * @module @countersign/testing/conformance
 */

export type { Runner } from '../runner.js';
export type { MakeCodec } from './codec/rules.js';
export { codecContract } from './codec-contract.js';
export {
  type LedgerContractOptions,
  type LedgerUnderTest,
  ledgerContract,
} from './ledger-contract.js';
