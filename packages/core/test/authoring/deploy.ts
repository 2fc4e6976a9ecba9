import { injectable } from 'tsyringe';
import { z } from 'zod';
import { again } from '../../src/asks/again.js';
import type { Answers } from '../../src/asks/answers.js';
import { ask } from '../../src/asks/ask.js';
import { Compute } from '../../src/decorators/compute.js';
import { Elicit } from '../../src/decorators/elicit.js';
import { Roots } from '../../src/decorators/roots.js';
import { Sample } from '../../src/decorators/sample.js';
import { Tool } from '../../src/decorators/tool.js';
import type { CallContext } from '../../src/rounds/context.js';
import { form } from '../../src/schema/form.js';

/** The whole authoring surface in one class, in a file of its own: other files read its answers through declaration emit. */
export const DeployInput = z.object({ env: z.enum(['staging', 'prod']) });
export type DeployInput = z.output<typeof DeployInput>;
const Confirm = form(z.object({ confirm: z.boolean() }));

@injectable()
export class Releases {
  async latest(env: string) {
    return { id: 42, env };
  }
}

@Tool({
  name: 'deploy',
  description: 'Deploys the latest build once a person confirms it.',
  input: DeployInput,
})
export class Deploy {
  constructor(private readonly releases: Releases) {}

  @Compute() build({ env }: DeployInput) {
    return this.releases.latest(env);
  }
  @Elicit({ attempts: 2 }) confirm({ env }: DeployInput, { build }: Answers<Deploy, 'build'>) {
    return ask.form(`Deploy ${build.id} to ${env}?`, Confirm);
  }
  @Elicit() ticket({ env }: DeployInput) {
    if (env === 'prod') return ask.form('Change ticket?', z.object({ id: z.string() }));
    return ask.nothing;
  }
  @Elicit() async note(_: DeployInput) {
    return ask.form('Anything to add?', z.object({ note: z.string() }), { optional: true });
  }
  @Elicit() files(_: DeployInput, { build }: Answers<Deploy, 'build'>) {
    return ask.all(
      Object.fromEntries(
        [`${build.id}.log`].map((name) => [name, ask.form(`Keep ${name}?`, Confirm)]),
      ),
    );
  }
  @Elicit() both() {
    return ask.all({
      yes: ask.form('Sure?', Confirm),
      page: ask.url('Look here', 'https://example.test/'),
      maybe: ask.form('Why?', Confirm, { optional: true }),
    });
  }
  @Sample() summary(_: DeployInput, { confirm, ticket }: Answers<Deploy, 'confirm' | 'ticket'>) {
    if (!confirm.confirm) return ask.nothing;
    return ask.sample({
      messages: [{ role: 'user', content: { type: 'text', text: ticket?.id ?? '' } }],
      maxTokens: 100,
    });
  }
  @Roots() roots() {
    return ask.roots();
  }
  @Compute() count(_: DeployInput, { build }: Answers<Deploy, 'build'>, ctx: CallContext) {
    const seen = (ctx.step.carried as number | undefined) ?? 0;
    if (seen < 3) return again(seen + 1);
    return seen + build.id;
  }
  @Compute() stamp() {
    return { at: new Date(0), tags: ['a'], format: () => 'x' };
  }

  async run(_: DeployInput, answers: Answers<Deploy>) {
    return `${answers.build.id} ${answers.confirm.confirm}`;
  }
}
