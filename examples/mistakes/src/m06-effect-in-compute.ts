/**
 * M6: an effect in a `@Compute` that a question reads happens before its yes.
 *
 * call: "Kept release 1."
 * misuse: effects before the last answer: Releases.deploy in Deploy.id, a compute, in round 1.
 *   Have effects in run, or in a @Compute that no question reads
 * check: warning effect-in-compute: Deploy.id is a @Compute, and calls this.releases.deploy before
 *   "confirm", which reads it, is answered — do it in run, which is entered once every question is
 *   answered
 */
import { type Answers, ask, type CallContext, Compute, Elicit, Tool } from '@countersign/core';
import { type Call, Releases, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  constructor(private readonly releases: Releases) {}

  @Compute()
  async id(_: object, __: object, ctx: CallContext) {
    await this.releases.deploy(1);
    return ctx.step.idempotencyKey.length;
  }
  @Elicit()
  confirm(_: object, { id }: Answers<Deploy, 'id'>) {
    return ask.confirm(`Deploy release ${id}?`);
  }
  run() {
    return 'Kept release 1.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: [{ confirm: { confirm: 'yes' } }] };
