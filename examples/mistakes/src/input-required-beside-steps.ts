/**
 * A class with steps asks by hand as well.
 */
import { Compute, inputRequired, Tool } from '@countersign/core';
import { type Call, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  @Compute()
  id() {
    return 1;
  }
  run() {
    return inputRequired({ requestState: 'deploy' });
  }
}

export const server = serverOf(Deploy);
export const call: Call = {};
