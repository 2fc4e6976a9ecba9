import assert from 'node:assert/strict';
import { seededRandom } from '../../seeded-random.js';
import { AAD, bytes, key, PLAIN, type Rules, sealedBy } from './rules.js';

/** What it says of itself holds. */
export const secrecyRules: Rules = ({ it }, make) => {
  it('says whether what it seals can be read, and that its keys outlive the process', async () => {
    const { readable, ephemeral = false } = make([key(1)]);
    assert.equal(typeof readable, 'boolean');
    assert.equal(ephemeral, false);
  });

  it('shows nothing of what it seals, unless it says that it can be read', async () => {
    const codec = make([key(1)]);
    const sealed = Buffer.from(await sealedBy(codec));
    if (codec.readable) return;
    for (let at = 0; at + 8 <= PLAIN.length; at++)
      assert.equal(
        sealed.includes(Buffer.from(PLAIN.subarray(at, at + 8))),
        false,
        `shows the plain text at ${at}`,
      );
  });

  it('never seals the same text alike twice, unless it says that it can be read', async () => {
    const codec = make([key(1)]);
    await sealedBy(codec);
    if (codec.readable) return;
    const sealed = await Promise.all(Array.from({ length: 100 }, () => codec.seal(PLAIN, AAD)));
    assert.equal(
      new Set(sealed.map((each) => Buffer.from(each).toString('hex'))).size,
      sealed.length,
    );
  });

  it('never seals the same text alike in two replicas, unless it says that it can be read', async () => {
    const replicas = Array.from({ length: 8 }, () => make([key(1)]));
    for (const replica of replicas) await sealedBy(replica);
    if (replicas[0]?.readable) return;
    // A nonce counted from the same beginning in every process: under GCM a repeat gives away the key of the tags.
    const sealed = await Promise.all(
      replicas.flatMap((replica) => Array.from({ length: 8 }, () => replica.seal(PLAIN, AAD))),
    );
    assert.equal(
      new Set(sealed.map((each) => Buffer.from(each).toString('hex'))).size,
      sealed.length,
    );
  });

  it('spends 16 bytes or more on telling a forgery, and 8 on a nonce unless it says that it can be read', async () => {
    // Random, so that no compression makes room; at another replica each time, so that a part of the nonce may be the process's.
    const plain = seededRandom(13)(64);
    const replicas = Array.from({ length: 32 }, () => make([key(1)]));
    const sealed = await Promise.all(
      replicas.map((replica, at) => sealedBy(replica, plain, bytes(`what number ${at} is for`))),
    );
    const longest = Math.max(...sealed.map(({ length }) => length));
    // A tag depends on the additional data and a nonce is new: what stands there differs. A key id, however long, does not.
    const differing = Array.from(
      { length: longest },
      (_, at) => new Set(sealed.map((each) => each[at])).size > 1,
    ).filter(Boolean).length;
    const least = replicas[0]?.readable ? 16 : plain.length + 8 + 16;
    assert.ok(
      differing >= least,
      `${differing} bytes differ from one seal to another, expected at least ${least}`,
    );
    for (const { length } of sealed)
      assert.ok(length >= plain.length + 16, `${length} bytes for a text of ${plain.length}`);
  });

  it('shows no key', async () => {
    const secret = bytes('a key of thirty-two bytes, no more');
    const sealed = Buffer.from(await sealedBy(make([secret.subarray(0, 32)])));
    assert.equal(sealed.includes(Buffer.from(secret.subarray(0, 16))), false);
  });
};
