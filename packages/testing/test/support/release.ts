import {
  type Answers,
  again,
  ask,
  type CallContext,
  Compute,
  Elicit,
  form,
  inject,
  Roots,
  Sample,
  Tool,
} from '@countersign/core';
import { z } from 'zod';

/** Stands for the world: what a step may ask it. */
export class Builds {
  constructor(private readonly newest: number) {}
  async latest(env: string) {
    return { id: this.newest, env, at: new Date(0) };
  }
}

const Input = z.object({ env: z.enum(['staging', 'prod']) });
type Input = z.output<typeof Input>;
const Confirm = form(z.object({ confirm: z.boolean() }));

/** A tool with a step of every kind, each to be played alone. */
@Tool({ name: 'release', description: 'Releases.', input: Input })
export class Release {
  constructor(
    private readonly builds: Builds,
    @inject('region') private readonly region: string,
  ) {}

  @Compute() build({ env }: Input) {
    return this.builds.latest(env);
  }
  @Elicit() confirm({ env }: Input, { build }: Answers<Release, 'build'>) {
    return ask.form(`Release ${build.id} of ${build.at} to ${env} in ${this.region}?`, Confirm);
  }
  @Elicit() async ticket({ env }: Input, _: object, ctx: CallContext) {
    if (env === 'staging') return ask.nothing;
    const again = ctx.step.attempt > 1 ? ' It has at least three letters.' : '';
    return ask.form(
      `Ticket, ${ctx.principal.subject}?${again}`,
      form(z.object({ id: z.string() })),
      { optional: true },
    );
  }
  @Elicit() files({ env }: Input, { build }: Answers<Release, 'build'>) {
    return ask.all({
      log: ask.form(`Keep ${build.id}.log of ${env}?`, Confirm),
      page: ask.url('See it', 'https://example.test/1'),
    });
  }
  @Sample() notes(_: Input, { ticket }: Answers<Release, 'ticket'>, ctx: CallContext) {
    return ask.sample({
      messages: [`${ctx.outcome('ticket')}: ${ticket?.id ?? 'none'}`],
      maxTokens: 10,
    });
  }
  @Roots() where() {
    return ask.roots();
  }
  @Compute() count(_: Input, __: object, ctx: CallContext) {
    const seen = (ctx.step.carried as number | undefined) ?? 0;
    return seen < 2 ? again(seen + 1, { afterMs: 10 }) : `${seen} in ${ctx.era}`;
  }
  @Compute() meddling(_: Input, { build }: Answers<Release, 'build'>) {
    (build as { id: number }).id = 666;
    return build.id;
  }

  run() {
    return 'done';
  }
}
