import assert from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';
import { assert as chai, describe, expect, it } from 'vitest';
import { PlayError, play } from '../src/index.js';
import { testServer } from './support/servers.js';

const asking = () => play(testServer().server).call('deploy', { env: 'staging' });
const answered = async () => (await asking()).answer({ confirm: { confirm: false } });

describe('a question that was not put', () => {
  it('cannot be read: the error names it and closes with the transcript', async () => {
    const asked = await asking();
    expect(asked.asks.confirm?.message).toBe('Deploy 42 to staging?');
    expect(() => asked.asks.ticket).toThrow(PlayError);
    expect(() => asked.asks.nothere?.message).toThrow(
      /^The question "nothere" was not put: it asks confirm\.\n\nround 1/,
    );
    const done = await answered();
    expect(() => done.asks.confirm).toThrow(
      /"confirm" was not put: it is finished, and asks nothing/,
    );
    const waiting = await play(testServer().server).call('sum', { numbers: [1, 2, 3] });
    expect(() => waiting.asks.total).toThrow(/it wants to be called again/);
  });

  it('cannot be answered or refused either', async () => {
    const asked = await asking();
    expect((await asked.decline('confirm')).isError).toBe(true);
    for (const wrong of [
      asked.answer({ ticket: { id: 'CHG-1' } }),
      asked.decline('ticket'),
      asked.reply('ticket', 'text'),
      asked.roots([]),
    ]) {
      await expect(wrong).rejects.toThrow(TypeError);
      await expect(wrong).rejects.toThrow(/round 1, as anonymous/);
    }
  });

  it('has no message', async () => {
    expect((await asking()).message).toBe('Deploy 42 to staging?');
    const done = await answered();
    expect(() => done.message).toThrow(PlayError);
    const survey = await play(testServer().server).call('survey');
    expect(() => survey.message).toThrow(/it asks pay, files\.a, /);
  });

  it('can be looked for', async () => {
    const { asks } = await asking();
    expect('ticket' in asks).toBe(false);
    expect(Object.hasOwn(asks, 'ticket')).toBe(false);
    expect(Object.keys(asks)).toEqual(['confirm']);
    expect(asks).toHaveProperty('confirm');
    expect(asks).toHaveProperty('confirm.message', 'Deploy 42 to staging?');
    expect(asks).not.toHaveProperty('ticket');
    expect(asks).not.toHaveProperty('files.a');
    expect(asks).not.toHaveProperty(['files.a']);
    expect(() => expect(asks).toHaveProperty('ticket')).toThrow(/ticket/);
    chai.notProperty(asks, 'ticket');
    chai.hasAllKeys(asks, ['confirm']);
    await Promise.resolve();
    expect(() => asks.ticket).toThrow(PlayError);
  });
});

describe('the questions of a flow', () => {
  it('are compared as any record is', async () => {
    const { asks } = await asking();
    const [done, plain] = [await answered(), { ...asks }];
    expect(done.asks).toEqual({});
    expect(done.asks).toStrictEqual({});
    expect(asks).toEqual(plain);
    expect(asks).toMatchObject({ confirm: { kind: 'form' } });
    expect(asks).toEqual({ confirm: expect.objectContaining({ kind: 'form' }) });
    expect(asks).not.toEqual({ ticket: expect.anything() });
    expect(asks).not.toMatchObject({ ticket: {} });
    expect([asks]).toContainEqual(plain);
    assert.deepEqual(asks, plain);
    assert.notDeepEqual(asks, {});
    expect(isDeepStrictEqual(asks, plain)).toBe(true);
    chai.deepEqual(asks, plain);
  });

  it('are shown as any record is, by whoever shows them', async () => {
    const { asks } = await asking();
    expect(inspect(asks)).toContain('Deploy 42');
    expect(inspect(asks, { showProxy: true })).toContain('Deploy 42');
    expect(`${asks}`).toBe('[object Object]');
    expect(JSON.parse(JSON.stringify(asks))).toEqual({ ...asks });
    expect(await Promise.resolve(asks)).toBe(asks);
    expect(() => expect(asks).toEqual({ confirm: 1 })).toThrow(/expected \{ confirm: /);
    expect(() => expect(asks).toBeNull()).toThrow(/toBeNull|be null/);
    expect(() => assert.deepEqual(asks, {})).toThrow(assert.AssertionError);
  });
});

describe('a result', () => {
  it('has no member of another kind of component', async () => {
    const done = await answered();
    expect(done.content).toHaveLength(1);
    expect(() => done.messages).toThrow(/The result of tools\/call has no messages/);
    expect(() => done.contents).toThrow(PlayError);
    const tone = await play(testServer().server).get('review', { file: 'a.ts' });
    expect(() => tone.messages).toThrow(PlayError);
    const prompt = await tone.answer({ tone: { tone: 'kind' } });
    expect(prompt.messages).toHaveLength(1);
    expect(() => prompt.content).toThrow(PlayError);
  });
});
