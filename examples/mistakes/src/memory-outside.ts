/**
 * A step keeps something in a variable of its module, which all calls share.
 *
 * call: "Ann deployed 3."
 * check: warning memory-outside: Deploy.count writes to total, which all calls share, and other
 *   replicas lack — return the value from a @Compute, which is sealed, and read its answer
 */
import { type Answers, ask, Compute, Elicit, Tool } from '@countersign/core';
import { type Call, Name, serverOf } from './kit.js';

let total = 0;

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  @Compute()
  count() {
    total += 3;
    return total;
  }
  @Elicit()
  name(_: object, { count }: Answers<Deploy, 'count'>) {
    return ask.form(`Who deploys ${count}?`, Name);
  }
  run(_: object, { name }: Answers<Deploy>) {
    return `${name.name} deployed ${total}.`;
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: [{ name: { name: 'Ann' } }] };
