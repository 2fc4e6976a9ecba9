import assert from 'node:assert/strict';
import { AAD, joined, key, openedBy, PLAIN, type Rules, refuses, sealedBy } from './rules.js';

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
    const [one, other] = [await sealedBy(make([key(1)])), await sealedBy(make([key(2)]))];
    assert.deepEqual([await openedBy(codec, one), await openedBy(codec, other)], [opened(true), opened(false)]);
    for (let at = 1; at < Math.min(one.length, other.length); at++) {
      await refuses(codec, joined(one.subarray(0, at), other.subarray(at)), `mixed at ${at}`);
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
