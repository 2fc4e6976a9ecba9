/**
 * M12: the context is taken as the second parameter, where the answers are.
 *
 * compile: TS1238 Property ''takes the context as its third parameter, after the answers'' is
 *   missing in type 'typeof Deploy' but required in type 'ContextIsThird<"run">'.
 * call: TypeError: Deploy.run reads the answer of "principal", which is no step but a member of
 *   the context, the third parameter; steps: none
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
