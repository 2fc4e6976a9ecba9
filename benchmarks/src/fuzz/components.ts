import {
  type Answers,
  acceptedContent,
  again,
  ask,
  type CallContext,
  Complete,
  Compute,
  Elicit,
  form,
  inject,
  inputRequired,
  Prompt,
  Resource,
  Roots,
  Sample,
  Tool,
} from '@countersign/core';
import { z } from 'zod';

/** What no answer may hold: it is in errors that components throw, in values that are sealed, and in the token that is presented. */
export const CANARY = 'canary-5f2a';

/** Who had something wiped, by the name that the client gives itself: what must not happen unless somebody said yes. */
export type Wiped = (client: string) => void;
/** The token of `Wiped`, for the container. */
export const WIPED = 'wiped';

const Confirm = form(z.object({ confirm: z.boolean() }));
const Name = form(z.object({ name: z.string().min(2), age: z.number().int().optional() }));

const DeployInput = z.object({ env: z.enum(['staging', 'prod']) });
type DeployInput = z.output<typeof DeployInput>;

@Tool({ name: 'deploy', description: 'Asks before it deploys.', input: DeployInput })
class Deploy {
  @Compute({ readable: true }) build({ env }: DeployInput) {
    return { id: 42, env };
  }
  @Elicit() confirm({ env }: DeployInput, { build }: Answers<Deploy, 'build'>) {
    return ask.form(`Deploy ${build.id} to ${env}?`, Confirm);
  }
  @Elicit() ticket({ env }: DeployInput) {
    return env === 'prod' ? ask.form('Change ticket?', Name) : ask.nothing;
  }
  run({ env }: DeployInput, { confirm }: Answers<Deploy>) {
    return confirm.confirm ? `Deployed to ${env}.` : 'Nothing was deployed.';
  }
}

const EchoInput = z.object({
  text: z.string(),
  more: z.unknown().optional(),
  list: z.array(z.number()).optional(),
});

@Tool({ name: 'echo', description: 'Says it again.', input: EchoInput })
class Echo {
  run({ text }: { text: string }, _: object, ctx: CallContext) {
    ctx.progress(1, 2);
    ctx.log.info('said');
    return text;
  }
}

@Tool({ name: 'gather', description: 'Asks everything at once.' })
class Gather {
  @Elicit() who() {
    return ask.form('Who?', Name, { optional: true });
  }
  @Elicit() page() {
    return ask.url('Please look.', 'https://example.com/page', { optional: true });
  }
  @Sample() text() {
    return ask.sample({ messages: ['Write.'], maxTokens: 10 }, { optional: true });
  }
  @Roots() where() {
    return ask.roots({ optional: true });
  }
  run(_: object, { who, text }: Answers<Gather>) {
    return `${who?.name ?? 'nobody'}: ${text?.text ?? ''}`;
  }
}

@Tool({ name: 'poll', description: 'Takes a second round.' })
class Poll {
  @Compute({ readable: true }) count(_: object, _answers: object, ctx: CallContext) {
    const seen = (ctx.step.carried as number | undefined) ?? 0;
    return seen < 1 ? again(seen + 1) : seen;
  }
  run(_: object, { count }: Answers<Poll>) {
    return `counted ${count}`;
  }
}

@Tool({
  name: 'raw',
  description: 'Takes what its JSON Schema lets through.',
  input: {
    type: 'object',
    properties: { n: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
    required: ['n'],
  },
})
class Raw {
  run(input: Record<string, unknown>) {
    return { content: [{ type: 'text' as const, text: JSON.stringify(input).length.toString() }] };
  }
}

@Tool({ name: 'broken', description: 'Throws.' })
class Broken {
  run(): string {
    throw Object.assign(new Error(`password ${CANARY}`), {
      code: -32_000,
      data: { secret: CANARY },
    });
  }
}

/** Looks at no answer: a confirmation lets nobody into `run` who did not say yes. */
@Tool({ name: 'wipe', description: 'Destroys, once a person is sure.' })
class Wipe {
  constructor(@inject(WIPED) private readonly wiped: Wiped) {}
  @Elicit() sure() {
    return ask.confirm('Wipe everything?');
  }
  run(_: object, __: object, ctx: CallContext) {
    this.wiped(ctx.client?.name ?? 'somebody');
    return 'Wiped.';
  }
}

@Tool({ name: 'pay', description: 'Pays once.', once: true })
class Pay {
  @Elicit() confirm() {
    return ask.form('Pay?', Confirm);
  }
  run(_: object, { confirm }: Answers<Pay>, ctx: CallContext) {
    if (!confirm.confirm) ctx.fail('Nothing was paid.');
    return 'Paid.';
  }
}

@Tool({
  name: 'keep',
  description: 'Asks about each file.',
  input: z.object({ files: z.array(z.string().regex(/^[a-z]{1,20}$/)).max(20) }),
})
class Keep {
  @Elicit() each({ files }: { files: string[] }) {
    return ask.all(
      Object.fromEntries(files.map((file) => [file, ask.form(`Keep ${file}?`, Confirm)])),
    );
  }
  run(_: object, { each }: Answers<Keep>) {
    return Object.keys(each).join();
  }
}

@Tool({ name: 'visit', description: 'Sends a person to a page.' })
class Visit {
  @Elicit() page() {
    return ask.url('Sign in, please.', 'https://example.com/sign-in');
  }
  run() {
    return 'Visited.';
  }
}

const Who = z.object({ name: z.string() });

@Tool({ name: 'old', description: 'Written by hand, for another framework.' })
class Old {
  run(_: object, __: object, ctx: CallContext) {
    const said = acceptedContent(ctx.inputResponses, 'who', Who);
    if (said !== undefined) return `Hello, ${said.name}.`;
    const who = inputRequired.elicit({ message: 'Who?', requestedSchema: Who });
    return inputRequired({
      inputRequests: { who },
      requestState: ctx.mintRequestState({ asked: 1 }),
    });
  }
}

@Prompt({
  name: 'review',
  description: 'A review in a tone that a person picks.',
  input: z.object({ file: z.string() }),
})
class Review {
  @Elicit() tone() {
    return ask.form('Tone?', Name);
  }
  @Complete('file') protected files(value: string) {
    return ['a.ts', 'b.ts'].filter((file) => file.startsWith(value));
  }
  run({ file }: { file: string }, { tone }: Answers<Review>) {
    return `Review ${file}, ${tone.name}.`;
  }
}

@Resource({ uri: 'notes://{name}', name: 'notes', mimeType: 'text/plain' })
class Notes {
  @Elicit() allow({ name }: { name: string }) {
    return ask.form(`Show ${name}?`, Confirm);
  }
  run({ name }: { name: string }, { allow }: Answers<Notes>) {
    return allow.confirm ? `the notes ${name}` : 'hidden';
  }
}

export const COMPONENTS = [
  Deploy,
  Echo,
  Gather,
  Poll,
  Raw,
  Broken,
  Wipe,
  Pay,
  Keep,
  Visit,
  Old,
  Review,
  Notes,
];
