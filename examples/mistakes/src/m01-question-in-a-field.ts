/**
 * M1: a question is written as a function in a field, which no decorator can mark.
 *
 * start: ConfigError invalid_step: Deploy (tool "deploy"): Deploy.confirm: a field that holds a
 *   function. Write it as a method. If it asks or computes, mark it @Elicit, @Sample, @Roots or
 *   @Compute; if not, make it #private or mark it @Helper()
 * check: error unmarked-method: Deploy.confirm is no method: nobody is asked its question — write
 *   it as a method, and mark it @Elicit(), @Sample() or @Roots()
 */
import { ask, Tool } from '@countersign/core';
import { Releases, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  constructor(private readonly releases: Releases) {}

  confirm = () => ask.confirm('Deploy release 1?');

  async run() {
    await this.releases.deploy(1);
    return 'Deployed release 1.';
  }
}

export const server = serverOf(Deploy);
