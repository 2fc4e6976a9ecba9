import { aeadCodec } from '@countersign/codec-aead';
import { play } from '@countersign/testing';
import { expect, it } from 'vitest';
import { releaseService } from '../src/service.js';

const bob = () => play(releaseService({ state: { codec: aeadCodec() } })).as('bob');

it('release-notes asks a person, the model, then a person about each change', async () => {
  const first = await bob().call('release-notes');
  expect(first.asks).toHaveProperty('audience');
  const second = await first.answer({ audience: { readers: 'users' } });
  expect(second.asks).toHaveProperty('opening');
  const third = await second.reply('opening', 'Out today.');
  expect(Object.keys(third.asks)).toEqual(['keep.CS-7', 'keep.CS-9']);
  const done = await third.answer({ keep: { 'CS-7': { keep: true }, 'CS-9': { keep: false } } });
  expect(done.text).toBe('Out today.\n- Faster cold start (CS-7)');
});

it('artifact-size adds up any number of sizes, a thousand a request', async () => {
  for (const [count, requests] of [
    [0, 1],
    [1000, 1],
    [1001, 2],
    [2500, 3],
  ] as const) {
    const sizes = Array.from({ length: count }, (_, at) => at + 1);
    let flow = await bob().call('artifact-size', { sizes });
    while (!flow.finished) flow = await flow.retry();
    expect(flow.rounds).toBe(requests);
    expect(flow.structured).toEqual({ total: (count * (count + 1)) / 2, rounds: requests });
  }
});

it('the prompt and the resource ask before they show anything', async () => {
  const prompt = await bob().get('review', { change: 'CS-7' });
  expect((await prompt.answer({ focus: { focus: 'speed' } })).text).toBe(
    'Review CS-7. Look at speed above all.',
  );
  const secret = await bob().read('secret://signing-key');
  expect((await secret.answer({ reveal: true })).text).toBe('the value of signing-key');
  await expect(secret.answer({ reveal: false })).rejects.toMatchObject({ code: 4001 });
});
