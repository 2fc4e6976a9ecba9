/**
 * M8: declined returns nothing.
 */
import { ask, Elicit, Tool } from '@countersign/core';
import { type Call, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  @Elicit()
  confirm() {
    return ask.confirm('Deploy release 1?');
  }
  declined() {}
  run() {
    return 'Deployed release 1.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: [{ confirm: 'decline' }] };
