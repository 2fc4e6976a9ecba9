/**
 * M8: declined returns nothing.
 *
 * compile: TS1238 Property ''returns nothing: return what was done, as text or data'' is missing
 *   in type 'typeof Deploy' but required in type '{ 'returns nothing: return what was done, as
 *   text or data': "declined"; }'.
 * call: TypeError: Deploy.declined: returned nothing, which looks like a call that did nothing;
 *   return what was done, as text or data
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
