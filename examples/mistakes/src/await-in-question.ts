/**
 * A question waits for a service: it asks again in every round, and about another release.
 *
 * call: "Deployed."
 * check: warning await-in-question: Deploy.confirm asks, and waits for this.releases.latest again
 *   in every round — move it into a @Compute, which is memoised, and read its answer
 */
import { ask, Elicit, Tool } from '@countersign/core';
import { type Call, Releases, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  constructor(private readonly releases: Releases) {}

  @Elicit()
  async confirm() {
    const { id } = await this.releases.latest();
    return ask.confirm(`Deploy release ${id}?`);
  }
  run() {
    return 'Deployed.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: [{ confirm: { confirm: 'yes' } }] };
