// What the authoring surface infers and what it refuses. Compiled with the tests; nothing here runs.
import { inputRequired } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Answers } from '../../src/asks/answers.js';
import { ask } from '../../src/asks/ask.js';
import type { Ask } from '../../src/asks/question.js';
import type { Sampled } from '../../src/asks/sampled.js';
import { Compute } from '../../src/decorators/compute.js';
import { Elicit } from '../../src/decorators/elicit.js';
import { Prompt } from '../../src/decorators/prompt.js';
import { Resource } from '../../src/decorators/resource.js';
import { Roots } from '../../src/decorators/roots.js';
import { Sample } from '../../src/decorators/sample.js';
import { Tool } from '../../src/decorators/tool.js';
import type { Provider } from '../../src/di/provider.js';
import type { CallContext } from '../../src/rounds/context.js';
import { form } from '../../src/schema/form.js';
import { Deploy, type DeployInput } from './deploy.js';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>(): void => undefined;

// ---- what answers infer, from a class in another file

type Given = Answers<Deploy>;
holds<Equal<Given['build'], { id: number; env: string }>>();
holds<Equal<Given['confirm'], { confirm: boolean }>>();
holds<Equal<Given['ticket'], { id: string } | undefined>>();
holds<Equal<Given['note'], { note: string } | undefined>>();
holds<Equal<Given['summary'], Sampled | undefined>>();
holds<Equal<Given['count'], number>>();
holds<Equal<Given['stamp'], { at: string; tags: string[] }>>();
holds<Equal<Given['both']['yes'], { confirm: boolean }>>();
holds<Equal<Given['both']['page'], true>>();
holds<Equal<Given['both']['maybe'], { confirm: boolean } | undefined>>();
holds<
  Equal<
    keyof Given,
    | 'build'
    | 'confirm'
    | 'ticket'
    | 'note'
    | 'files'
    | 'both'
    | 'summary'
    | 'roots'
    | 'count'
    | 'stamp'
  >
>();
// @ts-expect-error this equality fails: the checks above can
holds<Equal<Given['count'], string>>();

export class Reader extends Deploy {
  override async run(
    _: DeployInput,
    { build, confirm, ticket, note, files, summary, roots, count, stamp }: Answers<Deploy>,
  ) {
    const kept: boolean | undefined = files['42.log']?.confirm;
    const root: string | undefined = roots[0]?.uri;
    // @ts-expect-error an answer has the type of its question
    const wrong: string = confirm.confirm;
    // @ts-expect-error an optional answer must be narrowed
    note.note;
    // @ts-expect-error a step that may ask nothing must be narrowed
    ticket.id;
    // @ts-expect-error so must one that asks under a condition
    summary.text;
    // @ts-expect-error a record of questions may lack the name
    files['42.log'].confirm;
    // @ts-expect-error `again` is never an answer
    count.again;
    // @ts-expect-error a value that travelled as JSON is no Date any more
    stamp.at.getTime();
    // @ts-expect-error and has no methods
    stamp.format();
    return [build.id, kept, root, wrong].join();
  }
}

// @ts-expect-error only steps can be asked for by name
export type NoSuch = Answers<Deploy, 'nothing'>;
// @ts-expect-error `run` is no step
export type NoRun = Answers<Deploy, 'run'>;

// ---- tools

const numbers = z.object({ n: z.number().default(1) });
const named = { name: 'x', description: 'x' };

@Tool({ ...named, input: numbers, output: z.object({ sum: z.number() }) })
export class Sum {
  @Elicit() sure({ n }: { n: number }) {
    return ask.form(`Add ${n}?`, z.object({ yes: z.boolean() }));
  }
  @Compute() base() {
    return 1;
  }
  async run({ n }: z.output<typeof numbers>, { base }: Answers<Sum>, ctx: CallContext) {
    return n < 0 ? ctx.fail('negative') : { sum: n + base };
  }
}

@Tool(named)
export class NoInput {
  run() {
    return 'x';
  }
}

@Tool({
  ...named,
  input: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
})
export class RawInput {
  run({ n }: { n: number }) {
    return n;
  }
}

@Tool({ ...named, output: z.object({ sum: z.number() }) })
export class HandWritten {
  run(_: object, _answers: unknown, ctx: CallContext) {
    if (ctx.requestState() === undefined)
      return inputRequired({ requestState: ctx.mintRequestState({ step: 1 }) });
    return { sum: 1 };
  }
}

// @ts-expect-error run's first parameter is not the input
@Tool({ ...named, input: z.object({ n: z.number() }) })
export class WrongArgument {
  run(args: { env: string }) {
    return args.env;
  }
}

// @ts-expect-error nor may it ask for more than the input has
@Tool({ ...named, input: z.object({ n: z.number() }) })
export class MoreThanInput {
  run(args: { n: number; env: string }) {
    return args.env;
  }
}

// @ts-expect-error there is no input to take apart
@Tool(named)
export class NothingToTake {
  run(args: { env: string }) {
    return args.env;
  }
}

// @ts-expect-error an ask step's first parameter is not the input
@Tool({ ...named, input: z.object({ n: z.number() }) })
export class WrongStep {
  @Elicit() sure({ env }: { env: string }) {
    return ask.form(env, z.object({ yes: z.boolean() }));
  }
  run(args: { n: number }) {
    return args.n;
  }
}

// @ts-expect-error nor is that of an asynchronous one that may ask nothing
@Tool({ ...named, input: z.object({ n: z.number() }) })
export class WrongAsyncStep {
  @Elicit() async sure({ env }: { env: string }) {
    return env === '' ? ask.nothing : ask.form(env, z.object({ yes: z.boolean() }));
  }
  run(args: { n: number }) {
    return args.n;
  }
}

// @ts-expect-error the context is the third parameter of run
@Tool({ name: 'second', description: 'Takes the context for the answers.' })
export class ContextSecond {
  run(_: object, ctx: CallContext) {
    return ctx.fail('late');
  }
}

// @ts-expect-error and of declined, also a part of it
@Tool({ name: 'refused', description: 'Takes the context for the input.' })
export class ContextInDeclined {
  run() {
    return 'x';
  }
  declined(_: object, { fail }: Pick<CallContext, 'fail'>) {
    return fail('no');
  }
}

export class Ordered {
  // @ts-expect-error and of a step
  @Elicit() ask(_: object, ctx: CallContext) {
    return ask.url(ctx.era, 'https://a.test/');
  }
  // @ts-expect-error and of a compute
  @Compute() value(_: object, { signal }: CallContext) {
    return signal.aborted;
  }
  @Compute() right(_: object, { value }: { value: boolean }, ctx: CallContext) {
    return value && ctx.signal.aborted;
  }
}

@Tool({ name: 'fields', description: 'May have fields that are not there.' })
export class OptionalField {
  more?: number;
  label?: (ctx: CallContext) => string;
  run(_: object, __: object, ctx: CallContext) {
    return ctx.era;
  }
}

// @ts-expect-error run does not return the output
@Tool({ ...named, output: z.object({ sum: z.number() }) })
export class WrongOutput {
  run() {
    return { sum: 'one' };
  }
}

// @ts-expect-error nor does an asynchronous one
@Tool({ ...named, output: z.object({ sum: z.number() }) })
export class WrongAsyncOutput {
  async run() {
    return 'one';
  }
}

// @ts-expect-error a component has a run
@Tool(named)
export class NoRunAtAll {}

// @ts-expect-error a tool has a description
@Tool({ name: 'x' })
export class Undescribed extends NoInput {}

// @ts-expect-error a decorator is called
@Tool
export class Uncalled extends NoInput {}

// @ts-expect-error an option is spelt right
@Tool({ ...named, inputs: numbers })
export class Misspelt extends NoInput {}

// ---- steps

export class Steps {
  // @ts-expect-error an @Elicit step returns an ask or nothing
  @Elicit() text() {
    return 'hello';
  }
  // @ts-expect-error so does an asynchronous one
  @Elicit() async later() {
    return { confirm: true };
  }
  // @ts-expect-error a form is no question to the model
  @Sample() form() {
    return ask.form('x', z.object({ yes: z.boolean() }));
  }
  // @ts-expect-error roots are asked for by @Roots
  @Elicit() roots() {
    return ask.roots();
  }
  // @ts-expect-error a record is held to the same kinds
  @Roots() mixed() {
    return ask.all({ a: ask.roots(), b: ask.form('x', z.object({ yes: z.boolean() })) });
  }
  // @ts-expect-error a step is a method, not a field
  @Elicit() field = () => undefined;
  // @ts-expect-error nor an accessor
  @Elicit() get accessor() {
    return undefined;
  }
  // @ts-expect-error computes are not supplied by the client
  @Compute({ presupplied: true }) computed() {
    return 1;
  }
  // @ts-expect-error a decorator is called
  @Elicit bare() {
    return undefined;
  }
  @Elicit() eitherKind(_: object, __: unknown, ctx: CallContext) {
    return ctx.era === '2026'
      ? ask.url('Pay', 'https://example.test/')
      : ask.form('Pay?', form(z.object({ paid: z.boolean() })));
  }
}
holds<Equal<Answers<Steps, 'eitherKind'>['eitherKind'], true | { paid: boolean }>>();

// ---- a generic base class

export abstract class Confirmed<In extends { readonly env: string }> {
  @Elicit() sure({ env }: In): Ask<{ yes: boolean }, 'form'> {
    return ask.form(`Sure about ${env}?`, z.object({ yes: z.boolean() }));
  }
}

@Tool({ ...named, input: z.object({ env: z.string(), n: z.number() }) })
export class Sub extends Confirmed<{ env: string; n: number }> {
  @Compute() twice({ n }: { n: number }) {
    return n * 2;
  }
  run(_: { env: string; n: number }, { sure, twice }: Answers<Sub>) {
    const yes: boolean = sure.yes;
    return yes ? twice + 1 : 0;
  }
}

// @ts-expect-error the base's step wants more than this input has
@Tool({ ...named, input: z.object({ n: z.number() }) })
export class WrongSub extends Confirmed<{ env: string }> {
  run(_: { n: number }) {
    return 'x';
  }
}

// ---- prompts and resources

@Prompt({ name: 'review', input: z.object({ file: z.string() }) })
export class Review {
  @Elicit() tone({ file }: { file: string }) {
    return ask.form(`Tone for ${file}?`, z.object({ tone: z.enum(['kind', 'blunt']) }));
  }
  run({ file }: { file: string }, { tone }: Answers<Review>) {
    const chosen: 'kind' | 'blunt' = tone.tone;
    return `Review ${file}, be ${chosen}`;
  }
}

// @ts-expect-error a prompt's run takes its input
@Prompt({ name: 'review', input: z.object({ file: z.string() }) })
export class WrongPrompt {
  run({ path }: { path: string }) {
    return path;
  }
}

@Resource({ uri: 'vault://{owner}/{+path}', name: 'vault' })
export class Vault {
  @Elicit() reason({ owner }: { owner: string }) {
    return ask.form(`Why read what ${owner} keeps?`, z.object({ reason: z.string() }));
  }
  run({ owner, path }: { owner: string; path: string }, { reason }: Answers<Vault>) {
    return `${owner} ${path} ${reason.reason}`;
  }
}

@Resource({ uri: 'vault://all', name: 'all' })
export class All {
  run() {
    return new Uint8Array();
  }
}

@Resource({ uri: 'vault://{id}', name: 'typed', input: z.object({ id: z.coerce.number() }) })
export class Typed {
  run({ id }: { id: number }) {
    return String(id + 1);
  }
}

// @ts-expect-error the template has no such variable
@Resource({ uri: 'vault://{owner}', name: 'vault' })
export class WrongVariable {
  run({ path }: { path: string }) {
    return path;
  }
}

// ---- providers

export const providers: readonly Provider[] = [
  { token: 'url', useValue: 'x' },
  { token: Deploy, useClass: Reader, scope: 'call' },
  { token: NoInput, useFactory: (resolver) => resolver.resolve(NoInput) },
  // @ts-expect-error a value has no lifetime
  { token: 'url', useValue: 'x', scope: 'call' },
  // @ts-expect-error there is one lifetime beside the server's
  { token: NoInput, useClass: NoInput, scope: 'request' },
];

// ---- what is returned, and what a compute's schema makes of it

// @ts-expect-error a body that returns nothing says nothing
@Tool({ name: 'silent', description: 'Says nothing.' })
export class Silent {
  run() {
    void 0;
  }
}

// @ts-expect-error nor does one whose one branch forgets to
@Tool({ name: 'half', description: 'Says something now and then.', input: z.object({}) })
export class HalfSilent {
  async run(_: object, __: object, ctx: CallContext) {
    if (ctx.era === '2026') return 'said';
    return;
  }
}

// @ts-expect-error nor a refusal without words
@Prompt({ name: 'refused' })
export class SilentRefusal {
  declined() {
    return undefined;
  }
  run() {
    return 'said';
  }
}

// @ts-expect-error nor a resource
@Resource({ uri: 'a://b', name: 'b' })
export class SilentResource {
  async run() {
    await Promise.resolve();
  }
}

@Tool({ name: 'thrower', description: 'Always fails, and says so in its type.' })
export class Thrower {
  run(): never {
    throw new Error('always');
  }
}

@Tool({ name: 'anything', description: 'Returns what the types do not know.' })
export class Anything {
  @Compute({ schema: z.string() }) asIs() {
    return 'a';
  }
  @Compute({ schema: z.iso.datetime() }) at() {
    return new Date(0);
  }
  @Compute({ schema: z.object({ id: z.number() }) }) fewer() {
    return { id: 1, more: 'x' };
  }
  @Compute({ schema: z.any() }) unknown(): unknown {
    return 1;
  }
  @Compute({ version: 2 }) plain() {
    return 1;
  }
  // @ts-expect-error a schema that makes a Date of the text that was sealed
  @Compute({ schema: z.coerce.date() }) date() {
    return new Date(0);
  }
  // @ts-expect-error or anything else than the answer that readers are told of
  @Compute({ schema: z.object({ id: z.string().transform(Number) }) }) id() {
    return { id: '1' };
  }
  run(): unknown {
    return 1;
  }
}
