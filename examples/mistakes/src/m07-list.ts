/**
 * M7: the same in a list that is a field.
 *
 * call: TypeError: Deploy.seen was assigned to in a call, and an instance is frozen: the next
 *   round has another one, maybe on another replica. Compute what is kept in a @Compute, or hand
 *   it on by again(carry) as ctx.step.carried; what one method needs is a variable of its own
 * check: error memory-in-this: Deploy.files writes to this.seen, which the next round does not
 *   have — return the value from a @Compute, which is sealed, and read its answer
 */
import { type Answers, ask, Compute, Elicit, Tool } from '@countersign/core';
import { type Call, Name, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  readonly seen: string[] = [];

  @Compute()
  files() {
    this.seen.push('a', 'b', 'c');
    return this.seen.length;
  }
  @Elicit()
  name(_: object, { files }: Answers<Deploy, 'files'>) {
    return ask.form(`Who deploys ${files}?`, Name);
  }
  run(_: object, { name }: Answers<Deploy, 'name'>) {
    return `${name.name} deployed ${this.seen.length} of 3.`;
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: [{ name: { name: 'Ann' } }] };
