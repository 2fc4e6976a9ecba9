/**
 * M7: a step keeps something in a field: the next round has an instance of its own.
 *
 * call: TypeError: Deploy.total was assigned to in a call, and an instance is frozen: the next
 *   round has another one, maybe on another replica. Compute what is kept in a @Compute, or hand
 *   it on by again(carry) as ctx.step.carried; what one method needs is a variable of its own
 * check: error memory-in-this: Deploy.count writes to this.total, which the next round does not
 *   have — return the value from a @Compute, which is sealed, and read its answer
 */
import { type Answers, ask, Compute, Elicit, Tool } from '@countersign/core';
import { type Call, Name, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  total = 0;

  @Compute()
  count() {
    this.total = 3;
    return this.total;
  }
  @Elicit()
  name(_: object, { count }: Answers<Deploy, 'count'>) {
    return ask.form(`Who deploys ${count}?`, Name);
  }
  run(_: object, { name }: Answers<Deploy, 'name'>) {
    return `${name.name} deployed ${this.total} of 3.`;
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: [{ name: { name: 'Ann' } }] };
