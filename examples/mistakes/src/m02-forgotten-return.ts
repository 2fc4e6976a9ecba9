/**
 * M2: one branch of a question builds an ask, and forgets to return it.
 *
 * compile: TS1241 Type 'undefined' is not assignable to type 'Nothing | AnyAsk | Promise<Nothing |
 *   AnyAsk>'.
 * call: TypeError: Deploy.confirm returned nothing: return the ask, or `ask.nothing`
 * check: error dropped-ask: Deploy.confirm builds a question and drops it: nobody is asked —
 *   return it
 */
import { ask, Elicit, Tool } from '@countersign/core';
import { z } from 'zod';
import { type Call, serverOf } from './kit.js';

const Input = z.object({ env: z.enum(['staging', 'prod']) });
type Input = z.output<typeof Input>;

@Tool({ name: 'deploy', description: 'Deploys a release.', input: Input })
class Deploy {
  @Elicit()
  confirm({ env }: Input) {
    if (env === 'staging') return ask.nothing;
    ask.confirm('Deploy to prod?');
  }
  run({ env }: Input) {
    return `Deployed to ${env}.`;
  }
}

export const server = serverOf(Deploy);
export const call: Call = { arguments: { env: 'prod' } };
