/**
 * M9: a provider is written as in another framework.
 */
import { Tool } from '@countersign/core';
import { type Call, Releases, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  constructor(private readonly releases: Releases) {}

  run() {
    return `Deployed ${this.releases.deployed.length}.`;
  }
}

export const server = serverOf(Deploy, { providers: [{ provide: Releases, useClass: Releases }] });
export const call: Call = {};
