/**
 * M12: ask.all is given a list.
 *
 * compile: TS1241 Type '"sample"' is not assignable to type '"form" | "url"'.
 * call: ConfigError invalid_ask: ask.all(): expected a record of asks, and this is an array. Name
 *   each: { name: ask, … }; about a list of things, ask.each(items, (item) => ask, { key }) asks
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
