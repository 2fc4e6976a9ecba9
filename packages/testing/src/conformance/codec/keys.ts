import assert from 'node:assert/strict';
import { AAD, key, mixtures, openedBy, PLAIN, type Rules, refuses, sealedBy } from './rules.js';

const opened = (current: boolean) => ({ plain: [...PLAIN], current });

/** A ring of keys: the first seals, all open. */
export const keyRules: Rules = ({ it }, make) => {
  it('opens with each key of its ring, and tells whether it was the first', async () => {
    const sealed = await sealedBy(make([key(1)]));
    assert.deepEqual(await openedBy(make([key(1), key(2)]), sealed), opened(true));
    assert.deepEqual(await openedBy(make([key(2), key(1)]), sealed), opened(false));
    assert.deepEqual(await openedBy(make([key(3), key(2), key(1)]), sealed), opened(false));
  });

  it('seals with the first key of its ring', async () => {
    const sealed = await sealedBy(make([key(2), key(1)]));
    assert.deepEqual(await openedBy(make([key(2)]), sealed), opened(true));
    await refuses(make([key(1)]), sealed, 'without the key that sealed it');
  });

  it('opens nothing that was sealed with a key it does not hold', async () => {
    const sealed = await sealedBy(make([key(1)]));
    await refuses(make([key(2)]), sealed, 'with another key');
    await refuses(make([key(2), key(3)]), sealed, 'with two other keys');
    const almost = key(1);
    almost[31] = 0;
    await refuses(make([almost]), sealed, 'with a key that differs in one byte');
  });

  it('refuses a mixture of what two keys of its ring sealed', async () => {
    const codec = make([key(1), key(2)]);
    const one = await sealedBy(make([key(1)]));
    assert.deepEqual(await openedBy(codec, one), opened(true));
    for (const plain of [PLAIN, PLAIN.toReversed()]) {
      const other = await sealedBy(make([key(2)]), plain);
      assert.deepEqual(await openedBy(codec, other), { plain: [...plain], current: false });
      for (const [mixed, at] of mixtures(one, other)) await refuses(codec, mixed, `mixed at ${at}`);
      for (const [mixed, at] of mixtures(other, one))
        await refuses(codec, mixed, `mixed the other way at ${at}`);
    }
  });

  it('is another replica of every codec with the same keys', async () => {
    const [one, other] = [make([key(1)]), make([key(1)])];
    assert.deepEqual(await openedBy(other, await sealedBy(one)), opened(true));
    assert.deepEqual(await openedBy(one, await sealedBy(other)), opened(true));
  });

  it('copies its keys when it is made', async () => {
    const given = key(1);
    const codec = make([given]);
    given.fill(9);
    assert.deepEqual(await openedBy(make([key(1)]), await codec.seal(PLAIN, AAD)), opened(true));
  });
};
