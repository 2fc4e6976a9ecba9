/**
 * M8: run returns nothing, and its caller an empty text.
 *
 * compile: TS1238 Property ''returns nothing: return what was done, as text or data'' is missing
 *   in type 'typeof Deploy' but required in type '{ 'returns nothing: return what was done, as
 *   text or data': "run"; }'.
 * call: TypeError: Deploy.run: returned nothing, which looks like a call that did nothing; return
 *   what was done, as text or data
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
