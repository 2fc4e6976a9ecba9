/**
 * M9: a provider is written as in another framework.
 *
 * compile: TS2353 Object literal may only specify known properties, and 'provide' does not exist
 *   in type 'Provider'.
 * start: ConfigError invalid_option: providers[0]: it has no token but `provide`. Write { token:
 *   Token, useClass: Class }
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
