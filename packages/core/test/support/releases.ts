import { z } from 'zod';
import {
  type Answers,
  again,
  ask,
  type CallContext,
  Compute,
  Elicit,
  form,
  Prompt,
  Resource,
  Tool,
} from '../../src/index.js';

/** The outside world, so that tests can count effects. */
export class Releases {
  readonly deployed: string[] = [];
  async latest(env: string) {
    return { id: 42, env };
  }
  async deploy(line: string) {
    this.deployed.push(line);
  }
}

const DeployInput = z.object({ env: z.enum(['staging', 'prod']) });
type DeployInput = z.output<typeof DeployInput>;
const Confirm = form(z.object({ confirm: z.boolean() }));
const Ticket = form(z.object({ id: z.string().min(3) }));

@Tool({
  name: 'deploy',
  description: 'Deploys the latest build once a person confirms it.',
  input: DeployInput,
})
export class Deploy {
  constructor(private readonly releases: Releases) {}

  @Compute({ readable: true })
  build({ env }: DeployInput) {
    return this.releases.latest(env);
  }
  @Elicit()
  confirm({ env }: DeployInput, { build }: Answers<Deploy, 'build'>) {
    return ask.form(`Deploy ${build.id} to ${env}?`, Confirm);
  }
  @Elicit()
  ticket({ env }: DeployInput) {
    if (env === 'prod') return ask.form('Change ticket?', Ticket);
    return ask.nothing;
  }
  async run({ env }: DeployInput, { build, confirm, ticket }: Answers<Deploy>) {
    if (!confirm.confirm) return 'Nothing was deployed.';
    await this.releases.deploy(`${build.id} ${env} ${ticket?.id ?? '-'}`);
    return `Deployed ${build.id} to ${env}.`;
  }
}

@Tool({ name: 'echo', description: 'Says it again.', input: z.object({ text: z.string() }) })
export class Echo {
  async run({ text }: { text: string }, _: object, ctx: CallContext) {
    ctx.progress(1, 2, 'half');
    ctx.progress(1, 2, 'not more than before');
    ctx.progress(2, 2);
    ctx.log.info('said');
    return text;
  }
}

const Sum = z.object({ total: z.number() });

@Tool({ name: 'sum', description: 'Adds what a person picks.', output: Sum })
export class PickedSum {
  @Elicit() pick() {
    return ask.form('A number?', form(z.object({ n: z.number() })));
  }
  run(_: object, { pick }: Answers<PickedSum>) {
    return { total: pick.n + 1 };
  }
}

@Tool({ name: 'poll', description: 'Is done on its third round.' })
export class Poll {
  @Compute({ readable: true }) count(_: object, _answers: object, ctx: CallContext) {
    const seen = (ctx.step.carried as number | undefined) ?? 0;
    return seen < 2 ? again(seen + 1, { afterMs: 5000 }) : seen;
  }
  run(_: object, { count }: Answers<Poll>) {
    return `counted ${count}`;
  }
}

@Prompt({
  name: 'review',
  description: 'A review in a tone that a person picks.',
  input: z.object({ file: z.string() }),
})
export class Review {
  @Elicit() tone({ file }: { file: string }) {
    return ask.form(`Tone for ${file}?`, form(z.object({ tone: z.string() })));
  }
  run({ file }: { file: string }, { tone }: Answers<Review>) {
    return `Review ${file}, ${tone.tone}.`;
  }
}

@Resource({ uri: 'secret://{name}', name: 'secret', mimeType: 'text/plain' })
export class Secret {
  @Elicit() allow({ name }: { name: string }) {
    return ask.form(`Show ${name}?`, Confirm);
  }
  run({ name }: { name: string }, { allow }: Answers<Secret>) {
    return allow.confirm ? `the secret ${name}` : new Uint8Array([1, 2, 3]);
  }
}

@Resource({ uri: 'about://server', name: 'about' })
export class About {
  run() {
    return 'A test server.';
  }
}

@Tool({
  name: 'broken',
  description: 'Throws what it is told to.',
  input: z.object({ how: z.enum(['error', 'undefined', 'null', 'protocol', 'tool']) }),
})
export class Broken {
  run({ how }: { how: string }, _: object, ctx: CallContext): string {
    // biome-ignore lint/style/useThrowOnlyError: authors do throw such things
    if (how === 'undefined') throw undefined;
    // biome-ignore lint/style/useThrowOnlyError: authors do throw such things
    if (how === 'null') throw null;
    if (how === 'tool') return ctx.fail('the disk is full');
    throw Object.assign(
      new Error('SECRET db password'),
      how === 'protocol' ? { code: -32099, data: { SECRET: 1 } } : {},
    );
  }
}

export const EVERYTHING = [Deploy, Echo, PickedSum, Poll, Review, Secret, About, Broken];
