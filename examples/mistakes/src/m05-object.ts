/**
 * M5: an object is put into a message: people read "[object Object]".
 */
import { type Answers, ask, Compute, Elicit, Tool } from '@countersign/core';
import { type Call, Releases, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  constructor(private readonly releases: Releases) {}

  @Compute()
  build() {
    return this.releases.latest();
  }
  @Elicit()
  confirm(_: object, { build }: Answers<Deploy, 'build'>) {
    return ask.confirm(`Deploy ${build}?`);
  }
  run() {
    return 'Deployed.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = {};
