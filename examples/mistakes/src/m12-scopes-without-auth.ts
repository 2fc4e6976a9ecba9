/**
 * M12: a component wants scopes, and the server checks no tokens.
 *
 * start: ConfigError unsafe_serving: Deploy has scopes and createServer has no auth, so nobody
 *   could ever call it; pass auth: { verifier }, or leave scopes out
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
