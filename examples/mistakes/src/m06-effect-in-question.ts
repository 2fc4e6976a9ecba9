/**
 * M6: an effect in a question happens before anybody answers, in every round.
 */
import { ask, Elicit, Tool } from '@countersign/core';
import { type Call, Releases, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  constructor(private readonly releases: Releases) {}

  @Elicit()
  async confirm() {
    await this.releases.deploy(1);
    return ask.confirm('Keep release 1?');
  }
  run() {
    return `Deployed ${this.releases.deployed.length} times.`;
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: [{ confirm: { confirm: 'yes' } }] };
