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
import { type Deferred, deferred } from './deferred.js';

/** The outside world, so that tests can count effects. */
export class World {
  readonly deployed: string[] = [];
  /** Calls of `slow` that saw their signal abort. */
  aborted = 0;
  readonly entered: Deferred<void> = deferred();
}

const Confirm = form(z.object({ confirm: z.boolean() }));
const DeployInput = z.object({ env: z.string() });
type DeployInput = z.output<typeof DeployInput>;

@Tool({ name: 'deploy', description: 'Deploys once a person confirms it.', input: DeployInput })
export class Deploy {
  constructor(private readonly world: World) {}

  @Elicit() confirm({ env }: DeployInput) {
    return ask.form(`Deploy to ${env}?`, Confirm);
  }
  run({ env }: DeployInput, { confirm }: Answers<Deploy>) {
    if (!confirm.confirm) return 'Nothing was deployed.';
    this.world.deployed.push(env);
    return `Deployed to ${env}.`;
  }
}

const Name = form(z.object({ name: z.string().min(2) }));

@Tool({ name: 'pair', description: 'Asks for two names at once.' })
export class Pair {
  constructor(private readonly world: World) {}

  @Elicit() left() {
    return ask.form('Left?', Name);
  }
  @Elicit() right() {
    return ask.form('Right?', Name);
  }
  run(_: object, { left, right }: Answers<Pair>) {
    this.world.deployed.push('pair');
    return `${left.name} and ${right.name}`;
  }
}

@Tool({ name: 'maybe', description: 'Asks what it can do without.' })
export class Maybe {
  @Elicit() name() {
    return ask.form('Your name?', Name, { optional: true });
  }
  run(_: object, { name }: Answers<Maybe>, ctx: CallContext) {
    return `${name?.name ?? 'nobody'} (${ctx.outcome('name')})`;
  }
}

@Tool({ name: 'visit', description: 'Sends a person to a page.' })
export class Visit {
  @Elicit() page() {
    return ask.url('Please sign in.', 'https://example.com/sign-in');
  }
  run() {
    return 'visited';
  }
}

@Tool({ name: 'hurry', description: 'Asks, and waits one second.' })
export class Hurry {
  @Elicit({ timeoutMs: 1000 }) name() {
    return ask.form('Quick, your name?', Name);
  }
  run(_: object, { name }: Answers<Hurry>) {
    return name.name;
  }
}

const PollInput = z.object({ rounds: z.number() });
type PollInput = z.output<typeof PollInput>;

@Tool({ name: 'poll', description: 'Takes some rounds with nothing to ask.', input: PollInput })
export class Poll {
  @Compute() count({ rounds }: PollInput, _answers: object, ctx: CallContext) {
    const seen = (ctx.step.carried as number | undefined) ?? 0;
    ctx.progress(seen + 1);
    return seen < rounds ? again(seen + 1) : seen;
  }
  run(_: PollInput, { count }: Answers<Poll>) {
    return `counted ${count}`;
  }
}

@Tool({ name: 'slow', description: 'Runs until it is cancelled.' })
export class Slow {
  constructor(private readonly world: World) {}

  run(_: object, _answers: object, ctx: CallContext) {
    this.world.entered.resolve();
    return new Promise<string>((resolve) => {
      ctx.signal.addEventListener('abort', () => {
        this.world.aborted++;
        resolve('aborted');
      });
    });
  }
}

@Tool({ name: 'summarise', description: 'Lets the model and the client’s directories help.' })
export class Summarise {
  @Roots() where() {
    return ask.roots();
  }
  @Sample() what() {
    return ask.sample({
      messages: [{ role: 'user', content: { type: 'text', text: 'Hello?' } }],
      maxTokens: 10,
    });
  }
  run(_: object, { where, what }: Answers<Summarise>) {
    return `${what.text} in ${where.map(({ uri }) => uri).join()}`;
  }
}

@Prompt({ name: 'review', description: 'A review in a tone that a person picks.' })
export class Review {
  @Elicit() tone() {
    return ask.form('Tone?', Name);
  }
  run(_: object, { tone }: Answers<Review>) {
    return `Review, ${tone.name}.`;
  }
}

@Resource({ uri: 'secret://{name}', name: 'secret', mimeType: 'text/plain' })
export class Secret {
  @Elicit() allow({ name }: { name: string }) {
    return ask.form(`Show ${name}?`, Confirm);
  }
  run({ name }: { name: string }, { allow }: Answers<Secret>) {
    return allow.confirm ? `the secret ${name}` : 'hidden';
  }
}

export const EVERYTHING = [
  Deploy,
  Pair,
  Maybe,
  Visit,
  Hurry,
  Poll,
  Slow,
  Summarise,
  Review,
  Secret,
];
