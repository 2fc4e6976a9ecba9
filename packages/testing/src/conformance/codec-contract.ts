import type { Runner } from '../runner.js';
import { bytesRules } from './codec/bytes.js';
import { keyRules } from './codec/keys.js';
import type { MakeCodec } from './codec/rules.js';
import { secrecyRules } from './codec/secrecy.js';
import { stateRules } from './codec/state.js';

/**
 * Defines the contract of `StateCodec`, as tests: a codec that keeps it can stand in `state.codec` of any server. `make` gets rings of
 * keys of 32 bytes.
 *
 * ```ts
 * codecContract({ describe, it }, 'my codec', (keys) => myCodec({ keys }));
 * ```
 */
export function codecContract(runner: Runner, name: string, make: MakeCodec): void {
  runner.describe(`${name} keeps the contract of a codec`, () => {
    for (const rules of [bytesRules, keyRules, secrecyRules, stateRules]) rules(runner, make);
  });
}
