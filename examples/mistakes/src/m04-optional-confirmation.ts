/**
 * M4: a confirmation is made optional: a decline would be a yes.
 *
 * compile: TS2769 No overload matches this call.
 * call: ConfigError invalid_ask: ask.confirm(): there is no option "optional". A yes has no
 *   default and is never optional: its only option is `type`
 */
import { ask, Elicit, Tool } from '@countersign/core';
import { type Call, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  @Elicit()
  confirm() {
    return ask.confirm('Deploy release 1?', { optional: true });
  }
  run() {
    return 'Deployed release 1.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = {};
