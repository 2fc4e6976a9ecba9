/**
 * M8: run returns nothing, and its caller an empty text.
 */
import { Tool } from '@countersign/core';
import { type Call, Releases, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  constructor(private readonly releases: Releases) {}

  async run() {
    await this.releases.deploy(1);
  }
}

export const server = serverOf(Deploy);
export const call: Call = {};
