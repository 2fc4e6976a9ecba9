/**
 * M1: the question lost its `@Elicit`, and run does not read its answer.
 *
 * start: ConfigError invalid_step: Deploy.confirm: a method that has no mark. If it asks or
 *   computes, mark it @Elicit, @Sample, @Roots or @Compute; if not, make it #private or mark it
 *   @Helper()
 * check: error unmarked-method: Deploy.confirm builds a question without a decorator: nobody is
 *   asked — mark it @Elicit(), @Sample() or @Roots(); if it is a helper, make it #private or mark
 *   it @Helper()
 */
import { ask, Tool } from '@countersign/core';
import { Releases, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  constructor(private readonly releases: Releases) {}

  confirm() {
    return ask.confirm('Deploy release 1?');
  }
  async run() {
    await this.releases.deploy(1);
    return 'Deployed release 1.';
  }
}

export const server = serverOf(Deploy);
