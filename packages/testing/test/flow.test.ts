import { describe, expect, it } from 'vitest';
import { PlayError, play } from '../src/index.js';
import { testServer } from './support/servers.js';

const survey = () => play(testServer().server).call('survey');
const ALL = {
  pay: true,
  files: { a: { confirm: true }, b: { confirm: false } },
  note: { text: 'thanks' },
  summary: 'in short',
  where: ['file:///home'],
};

describe('asks', () => {
  it('are seen by wire key and kind', async () => {
    const { asks } = await survey();
    expect(asks).toMatchObject({
      pay: { kind: 'url', message: 'Pay first.', url: 'https://pay.example/1' },
      'files.a': { kind: 'form', message: 'Keep a?', fields: { confirm: { type: 'boolean' } } },
      'files.b': {
        kind: 'form',
        message: 'Keep b?',
        requestedSchema: { type: 'object', required: ['confirm'] },
      },
      note: { kind: 'form', params: { mode: 'form', message: 'Anything else?' } },
      summary: { kind: 'sample', message: 'Sum it up.', params: { maxTokens: 50 } },
      where: { kind: 'roots', message: '', params: {} },
    });
    expect(Object.keys(asks)).toHaveLength(6);
  });
});

describe('an answer', () => {
  it('is written for the kind of its question', async () => {
    const done = await (await survey()).answer(ALL);
    expect(done.text).toBe('true | true | false | thanks | in short | play | file:///home');
    expect(done.transcript[1]?.sent.inputResponses).toEqual({
      pay: { action: 'accept' },
      'files.a': { action: 'accept', content: { confirm: true } },
      'files.b': { action: 'accept', content: { confirm: false } },
      note: { action: 'accept', content: { text: 'thanks' } },
      summary: { role: 'assistant', model: 'play', content: { type: 'text', text: 'in short' } },
      where: { roots: [{ uri: 'file:///home' }] },
    });
  });

  it('may come over several rounds and under the wire keys', async () => {
    const { note: _, files: __, ...rest } = ALL;
    const asked = await (await survey()).answer({ ...rest, 'files.a': { confirm: true } });
    expect(Object.keys(asked.asks)).toEqual(['files.b']);
    expect((await asked.answer({ files: { b: { confirm: true } } })).text).toBe(
      'true | true | true | no note | in short | play | file:///home',
    );
  });

  it('may be a reply of a model, or roots', async () => {
    const asked = await survey();
    const { summary: _, where: __, ...rest } = ALL;
    const content = { type: 'text', text: 'long' };
    const replied = await asked.reply(
      'summary',
      { content, model: 'm1', stopReason: 'endTurn' },
      rest,
    );
    expect(Object.keys(replied.asks)).toEqual(['where']);
    const done = await replied.roots(['file:///a', { uri: 'file:///b', name: 'b' }]);
    expect(done.text).toBe('true | true | false | thanks | long | m1 | file:///a | file:///b');
  });

  it('may decline or dismiss one question and accept others', async () => {
    const { note: _, ...rest } = ALL;
    const asked = await survey();
    expect((await asked.decline('note', rest)).text).toContain('no note');
    expect((await asked.cancel('note', rest)).text).toContain('no note');
  });

  it('may be nothing at all: what is required is asked again', async () => {
    const asked = await survey();
    expect(Object.keys((await asked.answer({})).asks)).toContain('pay');
    expect(Object.keys((await asked.retry()).asks)).toContain('pay');
    expect((await asked.retry()).transcript[1]?.sent).not.toHaveProperty('inputResponses');
  });

  it('may be anything when it is sent raw', async () => {
    const asked = await play(testServer().server).call('deploy', { env: 'staging' });
    for (const raw of [
      [],
      'yes',
      7,
      { confirm: true },
      { confirm: { action: 'maybe' } },
      { nobody: { action: 'accept' } },
    ]) {
      const again = await asked.answerRaw(raw);
      expect(Object.keys(again.asks)).toEqual(['confirm']);
      expect(again.transcript[1]?.sent.inputResponses).toEqual(raw);
    }
    expect(
      (await asked.answerRaw({ confirm: { action: 'accept', content: { confirm: false } } })).text,
    ).toBe('Nothing was deployed.');
  });

  it('is refused when it cannot be what the test meant', async () => {
    const asked = await survey();
    const wrong: readonly Parameters<typeof asked.answer>[0][] = [
      { nobody: {} },
      { files: { c: {} } },
      { files: true },
      { toString: {} },
      { note: 'text' },
      { note: undefined },
      { pay: {} },
      { summary: 7 },
      { where: 'file:///' },
    ];
    for (const answers of wrong)
      await expect(asked.answer(answers), JSON.stringify(answers)).rejects.toThrow(TypeError);
    await expect(asked.decline('nobody')).rejects.toThrow(/pay, files.a/);
    await expect(asked.decline('summary')).rejects.toThrow(TypeError);
    const deploy = await play(testServer().server).call('deploy', { env: 'staging' });
    await expect(deploy.roots([])).rejects.toThrow(TypeError);
  });
});

describe('a refusal of a required question', () => {
  it('ends a tool in an error for the model, and a prompt in a JSON-RPC error', async () => {
    const { server, world } = testServer();
    const asked = await play(server).call('deploy', { env: 'staging' });
    const [declined, dismissed] = [await asked.decline('confirm'), await asked.cancel('confirm')];
    expect([declined.isError, declined.text]).toEqual([true, 'The user declined "confirm".']);
    expect([dismissed.isError, dismissed.text]).toEqual([true, 'The user dismissed "confirm".']);
    expect(world.deployed).toEqual([]);
    const tone = await play(server).get('review', { file: 'a.ts' });
    await expect(tone.decline('tone')).rejects.toMatchObject({
      code: 4001,
      data: { step: 'tone' },
    });
    const allow = await play(server).read('secret://one');
    await expect(allow.cancel('allow')).rejects.toMatchObject({
      code: 4001,
      data: { step: 'allow' },
    });
  });
});

describe('a flow', () => {
  it('has no result while it asks, and says what it asks', async () => {
    const asked = await play(testServer().server).call('deploy', { env: 'staging' });
    for (const read of [
      () => asked.text,
      () => asked.structured,
      () => asked.content,
      () => asked.messages,
      () => asked.contents,
    ]) {
      expect(read).toThrow(PlayError);
    }
    expect(() => asked.text).toThrow(/it asks confirm\.\n\nround 1/);
    expect(asked.isError).toBe(false);
  });

  it('says that it wants to be called again where nothing is asked', async () => {
    const waiting = await play(testServer().server).call('sum', { numbers: [1, 2, 3] });
    expect(() => waiting.structured).toThrow(/wants to be called again/);
    await expect(waiting.answer({ total: {} })).rejects.toThrow(/nothing is/);
  });

  it('takes no answer once it is finished', async () => {
    const done = await (await play(testServer().server).call('deploy', { env: 'staging' })).answer({
      confirm: { confirm: false },
    });
    await expect(done.retry()).rejects.toThrow(PlayError);
    await expect(done.answer({})).rejects.toThrow(PlayError);
  });

  it('can be answered in several ways from one question', async () => {
    const { server, world } = testServer();
    const asked = await play(server).call('deploy', { env: 'staging' });
    const texts = await Promise.all(
      [true, false, true].map(
        async (confirm) => (await asked.answer({ confirm: { confirm } })).text,
      ),
    );
    expect(texts).toEqual([
      'Deployed 42 to staging.',
      'Nothing was deployed.',
      'Deployed 42 to staging.',
    ]);
    expect(world.deployed).toHaveLength(2);
  });
});
