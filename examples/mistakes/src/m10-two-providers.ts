/**
 * M10: two providers of one token.
 *
 * start: ConfigError duplicate: providers[0] and providers[1]: two providers for Releases. Remove
 *   one
 */
import { Tool } from '@countersign/core';
import { type Call, PROVIDERS, Releases, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  constructor(private readonly releases: Releases) {}

  run() {
    return `Deployed ${this.releases.deployed.length}.`;
  }
}

export const server = serverOf(Deploy, { providers: [...PROVIDERS, ...PROVIDERS] });
export const call: Call = {};
