/**
 * M5: a promise is put into a message: people read "[object Promise]".
 *
 * call: ConfigError invalid_ask: ask.form(): the message holds "[object Promise]". Await it, or
 *   name its field; if the text is meant, write it with ask.text
 * check: warning await-in-question: Deploy.name asks, and waits for this.releases.latest again in
 *   every round — move it into a @Compute, which is memoised, and read its answer
 * check: error unreadable-text: the text of a question shows a promise, "[object Promise]" — await
 *   it
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
