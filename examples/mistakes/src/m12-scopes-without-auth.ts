/**
 * M12: a component wants scopes, and the server checks no tokens.
 *
 * call: PlayError: The server answered HTTP 401; say who calls, with as('bob').
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
