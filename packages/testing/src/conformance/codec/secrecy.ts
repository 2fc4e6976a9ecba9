import assert from 'node:assert/strict';
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
      assert.equal(sealed.includes(Buffer.from(PLAIN.subarray(at, at + 8))), false, `shows the plain text at ${at}`);
  });

  it('never seals the same text alike twice, unless it says that it can be read', async () => {
    const codec = make([key(1)]);
    await sealedBy(codec);
    if (codec.readable) return;
    const sealed = await Promise.all(Array.from({ length: 100 }, () => codec.seal(PLAIN, AAD)));
    assert.equal(new Set(sealed.map((each) => Buffer.from(each).toString('hex'))).size, sealed.length);
  });

  it('shows no key', async () => {
    const secret = bytes('a key of thirty-two bytes, no more');
    const sealed = Buffer.from(await sealedBy(make([secret.subarray(0, 32)])));
    assert.equal(sealed.includes(Buffer.from(secret.subarray(0, 16))), false);
  });
};
