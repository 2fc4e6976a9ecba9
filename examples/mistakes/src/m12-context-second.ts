/**
 * M12: the context is taken as the second parameter, where the answers are.
 *
 * call: TypeError: Deploy.run reads the answer of "principal", which is no step; steps: none
 */
import { type CallContext, Tool } from '@countersign/core';
import { type Call, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  run(_: object, ctx: CallContext) {
    return `Deployed by ${ctx.principal.subject}.`;
  }
}

export const server = serverOf(Deploy);
export const call: Call = {};
