// What the testing surface infers and what it refuses. Compiled with the tests; nothing here runs.

import { describe as nodeDescribe, it as nodeIt } from 'node:test';
import {
  type Again,
  ask,
  Compute,
  Elicit,
  Roots,
  Sample,
  type StateRefusal,
  Tool,
} from '@countersign/core';
import type { Runner as ConformanceRunner } from '@countersign/testing/conformance';
import { describe, it } from 'vitest';
import { z } from 'zod';
import {
  type AskView,
  type Effects,
  effects,
  everyWay,
  type Flow,
  misuse,
  type Play,
  play,
  type Runner,
  type Step,
  type StepAsk,
  step,
} from '../src/index.js';
import { Review, Secret } from './support/components.js';
import { Builds, Release } from './support/release.js';
import { testServer } from './support/servers.js';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>(): void => undefined;
const env = 'prod';

// ---- a step alone

const confirm = step(Release, 'confirm')
  .given({ build: { id: 1, env, at: '' } })
  .with({ env });
holds<Equal<typeof confirm, StepAsk<'form'>>>();
holds<Equal<typeof confirm.fields, Extract<AskView, { kind: 'form' }>['fields']>>();
const ticket = step(Release, 'ticket').with({ env });
holds<Equal<typeof ticket, Promise<StepAsk<'form'> | undefined>>>();
const files = step(Release, 'files')
  .given({ build: { id: 1, env, at: '' } })
  .with({ env });
holds<Equal<typeof files, StepAsk<'form'> | StepAsk<'url'>>>();
const notes = step(Release, 'notes').given({ ticket: undefined }).with({ env });
holds<Equal<typeof notes, StepAsk<'sample'>>>();
const where = step(Release, 'where').with();
holds<Equal<typeof where, StepAsk<'roots'>>>();
const build = step(Release, 'build').with({ env });
holds<Equal<typeof build, Promise<{ id: number; env: string; at: string }>>>();
const count = step(Release, 'count').with({ env });
holds<Equal<typeof count, string | Again>>();
// @ts-expect-error this equality fails: the checks above can
holds<Equal<typeof build, string>>();

// @ts-expect-error no such step
step(Release, 'nobody');
// @ts-expect-error `run` is no step
step(Release, 'run');
// @ts-expect-error the answer of a step has the type that the step gives it
step(Release, 'confirm').given({ build: { id: '1', env, at: '' } });
// @ts-expect-error a step gets what it says it reads
step(Release, 'confirm').given({});
// @ts-expect-error the input has its type
step(Release, 'confirm').with({ env: 'nowhere' });
// @ts-expect-error and is there
step(Release, 'confirm').with();
// @ts-expect-error there are six ways in which a step is settled
step(Release, 'notes').outcome({ ticket: 'maybe' });

// ---- overrides

const server = testServer().server;
const latest = async (of: string) => ({ id: 1, env: of, at: new Date() });
const played = play(server).override(Builds).useValue({ latest });
holds<Equal<typeof played, Play>>();
const stepped = step(Release, 'build').override(Builds).useValue({ latest });
holds<Equal<typeof stepped, Step<Release, 'build'>>>();
play(server).override('region').useValue(7);
play(server)
  .override(Builds)
  .useFactory(() => ({ latest }));
// @ts-expect-error a fake has the members of what it stands for
play(server).override(Builds).useValue({});
const wrong = () => 1;
// @ts-expect-error with their types
play(server).override(Builds).useValue({ latest: wrong });

// ---- effects

const counted = effects<Builds['latest']>(latest);
holds<Equal<ReturnType<typeof counted.once>, [env: string]>>();
holds<
  Equal<typeof counted, Effects<(env: string) => Promise<{ id: number; env: string; at: Date }>>>
>();
play(server).override(Builds).useValue({ latest: counted });
// @ts-expect-error what happens has the type of the effect
effects<Builds['latest']>(() => 1);

// ---- every runner serves, and flows are what they are

const runners: readonly Runner[] = [
  { describe, it },
  { describe: nodeDescribe, it: nodeIt },
];
const same: readonly ConformanceRunner[] = runners;
everyWay({ describe, it }, ({ play: playHere, it: test }) =>
  test('', async () => void (await playHere(server).call('deploy'))),
);
export const flows = async (): Promise<unknown> => {
  const flow = await play(server).era('2025').call('deploy');
  holds<Equal<typeof flow, Flow>>();
  const every = await flow.tampered('every').answer({});
  holds<Equal<typeof every, readonly StateRefusal[]>>();
  const altered = flow.tampered();
  holds<Equal<typeof altered, Flow>>();
  const { ok, rows } = await misuse(flow);
  // @ts-expect-error there are two eras
  play(server).era('2024');
  // @ts-expect-error a component is a class
  flow.onto('review');
  return [same, ok, rows];
};

// ---- a component by its class

const DropInput = z.object({ table: z.string(), limit: z.number().optional() });
@Tool({ name: 'drop', description: 'Drops a table.', input: DropInput })
class DropTable {
  @Elicit() sure({ table }: { table: string }) {
    return ask.confirm(`Drop ${table}?`);
  }
  @Elicit() name() {
    return ask.confirm('Which?', { type: 'Orders' });
  }
  @Elicit() why({ table }: { table: string }) {
    return table === '' ? ask.nothing : ask.form('Why?', z.object({ words: z.string() }));
  }
  @Elicit() each() {
    return ask.all({ a: ask.confirm('a?'), b: ask.form('b?', z.object({ n: z.number() })) });
  }
  @Elicit() page() {
    return ask.url('See it.', 'https://example.test/');
  }
  @Sample() sum() {
    return ask.sample({ messages: ['Sum up.'], maxTokens: 9 }, { optional: true });
  }
  @Roots() where() {
    return ask.roots();
  }
  @Compute() size() {
    return 3;
  }
  run({ table, limit }: z.output<typeof DropInput>) {
    return `${table} ${limit}`;
  }
}

export const byClass = async (): Promise<unknown> => {
  const client = play(server);
  const asked = await client.call(DropTable, { table: 'x' });
  holds<Equal<typeof asked, Flow<DropTable>>>();
  holds<Equal<typeof asked.asks.page.url, string>>();
  holds<Equal<typeof asked.asks.why.fields, Extract<AskView, { kind: 'form' }>['fields']>>();
  await asked.answer({ sure: true, name: 'Orders', why: { words: 'old' }, page: true });
  await asked.answer({ sure: false, why: 'decline', page: 'cancel' });
  await asked.answer({ each: { a: true, b: { n: 1 } }, 'each.a': true });
  await asked.answer({ sum: 'short', where: ['file:///x'] });
  await asked.decline('sure', { why: { words: 'x' } });
  await asked.decline('each.a');
  await asked.as('alice').after({ minutes: 1 }).answer({ sure: true });
  await misuse(asked, { answers: { sure: true } });
  const plain: Flow = await client.call('drop', { anything: 1 });
  // @ts-expect-error the input has its type
  client.call(DropTable, { table: 1 });
  // @ts-expect-error and its names
  client.call(DropTable, { tabel: 'x' });
  // @ts-expect-error and no others
  client.call(DropTable, { table: 'x', more: 1 });
  // @ts-expect-error and is there
  client.call(DropTable);
  // @ts-expect-error no such step
  asked.answer({ shure: true });
  // @ts-expect-error a compute asks nothing
  asked.answer({ size: 3 });
  // @ts-expect-error a confirmation is answered by a yes or a no
  asked.answer({ sure: 1 });
  // @ts-expect-error by the very text
  asked.answer({ name: 'orders' });
  // @ts-expect-error a form has its fields
  asked.answer({ why: { word: 'old' } });
  // @ts-expect-error with their types
  asked.answer({ why: { words: 1 } });
  // @ts-expect-error and so have members
  asked.answer({ each: { b: { n: 'one' } } });
  // @ts-expect-error a page is visited or not
  asked.answer({ page: { url: '' } });
  // @ts-expect-error no such question
  asked.asks.nobody;
  // @ts-expect-error no such question
  asked.decline('nobody');
  const allow = await client.read(Secret, { name: 'one' });
  const tone = await client.get(Review, { file: 'a.ts' });
  // @ts-expect-error the variables are those of the template
  client.read(Secret, { nam: 'one' });
  // @ts-expect-error a prompt has an input
  client.get(Review, { file: 1 });
  return [plain, allow, tone];
};
