import { type Answers, ask, createServer, Elicit, type StateCodec, Tool } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { misuse, play } from '../src/index.js';
import { CODECS } from './support/servers.js';

const removed: string[] = [];

@Tool({ name: 'remove', description: 'Removes, once a person says yes.' })
class Remove {
  @Elicit() sure() {
    return ask.confirm('Remove it?');
  }
  @Elicit() certain() {
    return ask.confirm('Really?', { type: 'REMOVE "it"' });
  }
  run(_: object, { sure, certain }: Answers<Remove>) {
    removed.push(certain);
    return `${sure} ${certain}`;
  }
}

const asked = () => {
  removed.length = 0;
  const server = createServer({
    name: 'remover',
    version: '1.0.0',
    components: [Remove],
    state: { codec: CODECS[0]?.[1] as StateCodec },
  });
  return play(server).call('remove');
};

describe('a confirmation', () => {
  it.each([
    { sure: true, certain: true },
    { sure: true, certain: 'REMOVE "it"' },
    { sure: { confirm: 'yes' }, certain: { confirm: 'REMOVE "it"' } },
  ])('is answered by %j', async (answers) => {
    expect((await (await asked()).answer(answers)).text).toBe('true REMOVE "it"');
    expect(removed).toEqual(['REMOVE "it"']);
  });

  it.each([
    { sure: false, certain: true },
    { sure: true, certain: false },
  ])('is refused by %j, and nothing runs', async (answers) => {
    const done = await (await asked()).answer(answers);
    expect(done.isError).toBe(true);
    expect(done.text).toMatch(/declined/);
    expect(removed).toEqual([]);
  });

  it('is asked again after a text that is not the one', async () => {
    const again = await (await asked()).answer({ sure: true, certain: 'remove it' });
    expect(Object.keys(again.asks)).toEqual(['certain']);
    expect((await again.answer({ certain: true })).text).toBe('true REMOVE "it"');
  });

  it('is answered yes by answers that misuse makes up', async () => {
    const report = await misuse(await asked());
    expect(report.ok).toBe(true);
    expect(removed.length).toBeGreaterThan(0);
  });
});
