/**
 * M9: a bare class stands among the providers.
 *
 * compile: TS2322 Type 'typeof Releases' is not assignable to type 'Provider'.
 * start: ConfigError invalid_option: providers[0]: the class Releases alone. Write { token:
 *   Releases, useClass: Releases }
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

export const server = serverOf(Deploy, { providers: [Releases] });
export const call: Call = {};
