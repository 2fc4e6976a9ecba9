/**
 * M6: an effect in a question happens before anybody answers, in every round.
 *
 * call: "Deployed 2 times."
 * test: AssertionError: happened once, and should have never
 * check: error effect-in-question: Deploy.confirm calls this.releases.deploy in every round,
 *   before anybody answers — do it in run, which is entered once every question is answered
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
