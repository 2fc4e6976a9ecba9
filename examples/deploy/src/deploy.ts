import {
  type Answers,
  ask,
  type CallContext,
  Compute,
  Elicit,
  form,
  Tool,
} from '@countersign/core';
import { z } from 'zod';
import { Releases } from './releases.js';

const DeployInput = z.object({ env: z.enum(['staging', 'prod']) });
type DeployInput = z.output<typeof DeployInput>;
const Ticket = form(z.object({ id: z.string().min(3) }));

/** A tool is a class, its questions are methods. Answers travel sealed through the client; any replica can finish the call. */
@Tool({
  name: 'deploy',
  description: 'Deploys the latest build once a person confirms it.',
  input: DeployInput,
})
export class Deploy {
  constructor(private readonly releases: Releases) {}

  // Runs once a flow. `readable`: whoever holds a state sealed with HMAC may read the build's number.
  @Compute({ readable: true })
  build({ env }: DeployInput) {
    return this.releases.latest(env);
  }

  // Reading an answer is the dependency: `build` comes first.
  @Elicit()
  confirm({ env }: DeployInput, { build }: Answers<Deploy, 'build'>) {
    return ask.confirm(`Deploy ${build.id} to ${env}?`);
  }

  // Asks nothing for staging; what it asks for prod leaves together with `confirm`.
  @Elicit()
  ticket({ env }: DeployInput) {
    if (env === 'prod') return ask.form('Change ticket?', Ticket);
    return ask.nothing;
  }

  // Entered once everything is settled: a no ended the call before. Effects belong here, with the key that makes a repeat harmless.
  async run({ env }: DeployInput, { build, ticket }: Answers<Deploy>, ctx: CallContext) {
    await this.releases.deploy(build.id, env, { key: ctx.idempotencyKey, ticket: ticket?.id });
    return `Deployed ${build.id} to ${env}.`;
  }
}
