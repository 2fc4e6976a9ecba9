/**
 * A question shows a random code: in every round it is another question.
 *
 * call: isError "The question \"name\" was different each time it was put; what changes in it
 *   belongs into a @Compute."
 * check: error volatile-question: Deploy.name asks by randomUUID(): every round has another
 *   question — move it into a @Compute, which is memoised, and read its answer
 */
import { randomUUID } from 'node:crypto';
import { type Answers, ask, Elicit, Tool } from '@countersign/core';
import { type Call, Name, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  @Elicit()
  name() {
    return ask.form(`Code ${randomUUID()}. Who deploys?`, Name);
  }
  run(_: object, { name }: Answers<Deploy>) {
    return `Deployed by ${name.name}.`;
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: Array(3).fill({ name: { name: 'Ann' } }) };
