/**
 * M12: ask.all is given a list.
 *
 * compile: TS1241 Type '"sample"' is not assignable to type '"form" | "url"'.
 * call: ConfigError invalid_ask: ask.all(): expected a record of asks, not a list. Name each: {
 *   first: ask, … }
 */
import { ask, Elicit, Tool } from '@countersign/core';
import { type Call, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  @Elicit()
  both() {
    return ask.all([ask.confirm('Deploy?'), ask.confirm('Announce it?')]);
  }
  run() {
    return 'Deployed.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = {};
