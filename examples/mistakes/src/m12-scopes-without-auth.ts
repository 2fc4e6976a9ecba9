/**
 * M12: a component wants scopes, and the server checks no tokens.
 */
import { Tool } from '@countersign/core';
import { type Call, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.', scopes: ['deploy'] })
class Deploy {
  run() {
    return 'Deployed.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = {};
