/**
 * A class with steps asks by hand as well.
 *
 * call: TypeError: Deploy.run: an input_required result belongs to hand-written handlers only;
 *   this component asks through its steps
 * check: error input-required-with-steps: Deploy has steps, and uses inputRequired, which only a
 *   class without steps may — ask in a method marked @Elicit; or write the whole class by hand,
 *   without steps
 */
import { Compute, inputRequired, Tool } from '@countersign/core';
import { type Call, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  @Compute()
  id() {
    return 1;
  }
  run() {
    return inputRequired({ requestState: 'deploy' });
  }
}

export const server = serverOf(Deploy);
export const call: Call = {};
