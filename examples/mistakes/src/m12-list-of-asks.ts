/**
 * M12: ask.all is given a list.
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
