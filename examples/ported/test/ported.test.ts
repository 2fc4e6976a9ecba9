import { play } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { Checks } from '../src/checks.js';
import { Files } from '../src/files.js';
import { fileServer } from '../src/server.js';
import { story } from '../src/story.js';

const YES = { confirm: { confirm: true } };
const HANDLERS = [
  ['delete-file', { path: 'a.log' }, 'Deleted a.log.', { path: 'c.txt' }],
  ['delete-matching', { suffix: '.log' }, 'Deleted a.log, b.log.', { suffix: '.txt' }],
] as const;

describe.each(HANDLERS)('%s', (tool, args, deleted, others) => {
  const asked = async () => {
    const files = new Files('a.log', 'b.log', 'c.txt');
    return {
      files,
      before: files.all,
      flow: await play(fileServer(files)).as('bob').call(tool, args),
    };
  };

  it('deletes what was confirmed, once it was', async () => {
    const { files, before, flow } = await asked();
    expect(Object.keys(flow.asks)).toEqual(['confirm']);
    expect(files.all).toEqual(before);
    expect((await flow.answer(YES)).text).toBe(deleted);
    expect(files.all).not.toContain('a.log');
  });

  it('takes no answer that comes with no state', async () => {
    const { files, before, flow } = await asked();
    const forged = await flow.withoutState().answer(YES);
    expect(Object.keys(forged.asks)).toEqual(['confirm']);
    expect(files.all).toEqual(before);
    expect((await forged.answer(YES)).text).toBe(deleted);
  });

  it('deletes nothing after a no, whether it is an answer, a refusal or a dismissal', async () => {
    const { files, before, flow } = await asked();
    for (const no of [
      await flow.answer({ confirm: { confirm: false } }),
      await flow.decline('confirm'),
      await flow.cancel('confirm'),
    ])
      expect(no.text).toBe('Nothing was deleted.');
    expect(files.all).toEqual(before);
  });

  it('asks again when the answer does not fit', async () => {
    const { files, before, flow } = await asked();
    const misfit = await flow.answerRaw({
      confirm: { action: 'accept', content: { confirm: 'yes' } },
    });
    expect(Object.keys(misfit.asks)).toEqual(['confirm']);
    expect(files.all).toEqual(before);
  });

  it('takes a yes from nobody else, for nothing else, and not too late', async () => {
    const { files, before, flow } = await asked();
    await expect(flow.tampered().answer(YES)).rejects.toMatchObject({ code: 'unauthentic' });
    await expect(flow.as('alice').answer(YES)).rejects.toMatchObject({ code: 'principal' });
    await expect(flow.with(others).answer(YES)).rejects.toMatchObject({ code: 'request' });
    await expect(flow.after({ minutes: 11 }).answer(YES)).rejects.toMatchObject({
      code: 'expired',
    });
    expect(files.all).toEqual(before);
    expect((await flow.answer(YES)).text).toBe(deleted);
  });
});

it('delete-matching keeps the list that was shown through a misfit, whatever has come to be since', async () => {
  const files = new Files('a.log');
  const flow = await play(fileServer(files)).call('delete-matching', { suffix: '.log' });
  files.add('new.log');
  const again = await flow.answerRaw({ confirm: { action: 'accept', content: {} } });
  expect(again.asks.confirm?.message).toBe('Delete a.log?');
  expect((await again.answer(YES)).text).toBe('Deleted a.log.');
  expect(files.all).toEqual(['new.log']);
});

it('the story is as it tells', async () => {
  const lines: string[] = [];
  const check = new Checks('ported', (line) => lines.push(line));
  await story(check);
  expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
  expect(check.allKept).toBe(true);
});
