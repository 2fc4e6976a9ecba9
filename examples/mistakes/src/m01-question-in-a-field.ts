/**
 * M1: a question is written as a function in a field, which no decorator can mark.
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
