/**
 * M5: an object is put into a message: people read "[object Object]".
 *
 * call: ConfigError invalid_ask: ask.confirm(): the message holds "[object Object]". Await it, or
 *   name its field; if the text is meant, write it with ask.text
 * check: error unreadable-text: the text of a question shows an object, "[object Object]" — name
 *   its field
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
