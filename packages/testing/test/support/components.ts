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
  Roots,
  Sample,
  Tool,
} from '@countersign/core';
import { z } from 'zod';

/** The outside world: it outlives servers, so that tests can count effects and instances. */
export class World {
  readonly deployed: string[] = [];
  readonly instances: object[] = [];
  readonly notes: unknown[] = [];
}

const DeployInput = z.object({ env: z.enum(['staging', 'prod']) });
type DeployInput = z.output<typeof DeployInput>;
const Confirm = form(z.object({ confirm: z.boolean() }));
const Ticket = form(z.object({ id: z.string().min(3) }));

@Tool({ name: 'deploy', description: 'Deploys once a person confirms it.', input: DeployInput })
export class Deploy {
  constructor(private readonly world: World) {}

  @Compute({ readable: true })
  build({ env }: DeployInput) {
    return { id: 42, env };
  }
  @Elicit()
  confirm({ env }: DeployInput, { build }: Answers<Deploy, 'build'>) {
    this.world.instances.push(this);
    return ask.form(`Deploy ${build.id} to ${env}?`, Confirm);
  }
  @Elicit()
  ticket({ env }: DeployInput, { confirm }: Answers<Deploy, 'confirm'>) {
    if (env === 'prod' && confirm.confirm) return ask.form('Change ticket?', Ticket);
    return ask.nothing;
  }
  run({ env }: DeployInput, { build, confirm, ticket }: Answers<Deploy>) {
    if (!confirm.confirm) return 'Nothing was deployed.';
    this.world.deployed.push(`${build.id} ${env} ${ticket?.id ?? '-'}`);
    return `Deployed ${build.id} to ${env}.`;
  }
}

@Tool({ name: 'survey', description: 'Asks in every way there is.' })
export class Survey {
  @Elicit() pay() {
    return ask.url('Pay first.', 'https://pay.example/1');
  }
  @Elicit() files() {
    return ask.all({ a: ask.form('Keep a?', Confirm), b: ask.form('Keep b?', Confirm) });
  }
  @Elicit() note() {
    return ask.form('Anything else?', form(z.object({ text: z.string() })), { optional: true });
  }
  @Sample() summary() {
    return ask.sample({ messages: ['Sum it up.'], maxTokens: 50 });
  }
  @Roots() where() {
    return ask.roots();
  }
  run(_: object, { pay, files, note, summary, where }: Answers<Survey>) {
    return [
      pay,
      files.a.confirm,
      files.b.confirm,
      note?.text ?? 'no note',
      summary.text,
      summary.model,
      ...where.map(({ uri }) => uri),
    ].join(' | ');
  }
}

const Total = z.object({ total: z.number() });

@Tool({
  name: 'sum',
  description: 'Sums in chunks.',
  input: z.object({ numbers: z.array(z.number()) }),
  output: Total,
})
export class ChunkedSum {
  @Compute({ readable: true })
  total({ numbers }: { numbers: number[] }, _: object, ctx: CallContext) {
    const { at, sum } = (ctx.step.carried as { at: number; sum: number } | undefined) ?? {
      at: 0,
      sum: 0,
    };
    const next = {
      at: at + 2,
      sum: numbers.slice(at, at + 2).reduce((one, other) => one + other, sum),
    };
    return next.at < numbers.length ? again(next, { afterMs: 5000 }) : next.sum;
  }
  run(_: object, { total }: Answers<ChunkedSum>) {
    return { total };
  }
}

@Tool({ name: 'whoami', description: 'Says who calls.', scopes: ['read'] })
export class WhoAmI {
  run(_input: object, _answers: object, { principal, client }: CallContext) {
    return `${principal.subject} of ${principal.issuer} through ${principal.client}, ${Object.keys(client.capabilities).join(' ') || 'nothing'}`;
  }
}

@Tool({ name: 'broken', description: 'Throws.' })
export class Broken {
  run(): string {
    throw new RangeError('the disk is full');
  }
}

@Prompt({
  name: 'review',
  description: 'A review in a tone a person picks.',
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
    return allow.confirm ? `the secret ${name}` : 'nothing';
  }
}

export const COMPONENTS = [Deploy, Survey, ChunkedSum, WhoAmI, Broken, Review, Secret];
