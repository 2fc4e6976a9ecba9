/**
 * M5: a promise is put into a message: people read "[object Promise]".
 */
import { type Answers, ask, Elicit, Tool } from '@countersign/core';
import { type Call, Name, Releases, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  constructor(private readonly releases: Releases) {}

  @Elicit()
  name() {
    return ask.form(`Who deploys ${this.releases.latest()}?`, Name);
  }
  run(_: object, { name }: Answers<Deploy>) {
    return `Deployed by ${name.name}.`;
  }
}

export const server = serverOf(Deploy);
export const call: Call = {};
