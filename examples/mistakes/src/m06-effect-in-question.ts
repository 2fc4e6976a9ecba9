/**
 * M6: an effect in a question happens before anybody answers, in every round.
 *
 * call: "Kept release 1."
 * misuse: effects before the last answer: Releases.deploy in Deploy.confirm, a question, in round
 *   2. Have effects in run, or in a @Compute that no question reads
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
    return 'Kept release 1.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: [{ confirm: { confirm: 'yes' } }] };
