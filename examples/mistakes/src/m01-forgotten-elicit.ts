/**
 * M1: the question lost its `@Elicit`, and run does not read its answer.
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
