import assert from 'node:assert/strict';
import { seededRandom } from '../../seeded-random.js';
import {
  AAD,
  bytes,
  flipped,
  joined,
  key,
  mixtures,
  openedBy,
  PLAIN,
  type Rules,
  refuses,
  sealedBy,
} from './rules.js';

/** What goes in comes out, and nothing else does. */
export const bytesRules: Rules = ({ it }, make) => {
  it('opens what it sealed, whatever its length', async () => {
    const codec = make([key(1)]);
    for (const length of [0, 1, 15, 16, 17, 31, 32, 33, 1000, 32_768]) {
      const plain = seededRandom(length + 1)(length);
      const sealed = await sealedBy(codec, plain);
      assert.ok(sealed.length > 0, 'what is sealed is never empty');
    }
  });

  it('opens each of many that were sealed at the same time', async () => {
    const codec = make([key(1)]);
    const plains = Array.from({ length: 50 }, (_, at) => bytes(`the plain text of number ${at}`));
    const sealed = await Promise.all(plains.map((plain) => codec.seal(plain, AAD)));
    const opened = await Promise.all(sealed.map((each) => openedBy(codec, each)));
    assert.deepEqual(
      opened,
      plains.map((plain) => ({ plain: [...plain], current: true })),
    );
  });

  it('changes nothing of what it is given, and shares no bytes with what it hands out', async () => {
    const codec = make([key(1)]);
    const [plain, aad] = [Uint8Array.from(PLAIN), Uint8Array.from(AAD)];
    const sealed = await codec.seal(plain, aad);
    assert.deepEqual([plain, aad], [PLAIN, AAD]);
    plain.fill(0);
    const given = Buffer.from(sealed);
    const opened = await codec.open(given, aad);
    assert.deepEqual([given, aad], [Buffer.from(sealed), AAD]);
    given.fill(0);
    assert.ok(opened.ok);
    assert.deepEqual([...opened.plain], [...PLAIN]);
  });

  it('refuses sealed bytes with any bit flipped', async () => {
    const codec = make([key(1)]);
    const sealed = await sealedBy(codec);
    for (let bit = 0; bit < sealed.length * 8; bit++)
      await refuses(codec, flipped(sealed, bit), `with bit ${bit} flipped`);
  });

  it('refuses sealed bytes that were cut or lengthened, at either end', async () => {
    const codec = make([key(1)]);
    const sealed = await sealedBy(codec);
    for (let length = 0; length < sealed.length; length++) {
      await refuses(codec, sealed.subarray(0, length), `the first ${length} bytes`);
      await refuses(codec, sealed.subarray(sealed.length - length), `the last ${length} bytes`);
    }
    for (const more of [key(0).subarray(0, 1), key(255), sealed]) {
      await refuses(codec, joined(sealed, more), `with ${more.length} bytes after it`);
      await refuses(codec, joined(more, sealed), `with ${more.length} bytes before it`);
    }
  });

  it('refuses a mixture of two that it sealed', async () => {
    const codec = make([key(1)]);
    const [one, other] = [
      await sealedBy(codec, bytes('deploy to staging')),
      await sealedBy(codec, bytes('deploy to the prod')),
    ];
    for (const [mixed, at] of mixtures(one, other)) await refuses(codec, mixed, `mixed at ${at}`);
  });

  it('refuses bytes that nobody sealed, and throws for none', async () => {
    const codec = make([key(1)]);
    await sealedBy(codec);
    const random = seededRandom(7);
    for (let length = 0; length < 200; length++) {
      await refuses(codec, new Uint8Array(length), `${length} zeros`);
      await refuses(codec, random(length), `${length} random bytes`);
    }
  });

  it('authenticates the additional data, all of it', async () => {
    const codec = make([key(1)]);
    const sealed = await sealedBy(codec);
    const others = [
      new Uint8Array(),
      AAD.subarray(1),
      AAD.subarray(0, -1),
      joined(AAD, key(0).subarray(0, 1)),
      joined(AAD, AAD),
    ];
    for (const aad of others)
      await refuses(codec, sealed, `with ${aad.length} bytes of other additional data`, aad);
    for (let bit = 0; bit < AAD.length * 8; bit++)
      await refuses(codec, sealed, `with bit ${bit} of it flipped`, flipped(AAD, bit));
    // Where one ends and the other begins must not be a matter of opinion.
    const split = await sealedBy(codec, bytes('cd'), bytes('ab'));
    for (const aad of ['', 'a', 'abc', 'abcd'])
      await refuses(codec, split, `split after "${aad}"`, bytes(aad));
  });

  it('authenticates additional data that is long and no text, at every place and in its order', async () => {
    const codec = make([key(1)]);
    // Longer than a byte can count, and no UTF-8: whoever cuts, decodes or sorts it takes one for another.
    const aad = seededRandom(11)(300);
    const sealed = await sealedBy(codec, PLAIN, aad);
    const changed = (at: number, by: number) =>
      aad.map((byte, place) => (place === at ? byte ^ by : byte));
    for (let at = 0; at < aad.length; at++)
      for (const by of [1, 0x20, 0x80])
        await refuses(codec, sealed, `with byte ${at} changed by ${by}`, changed(at, by));
    const places = [...aad.keys()];
    const orders = places.slice(1).map((at) => places.with(at - 1, at).with(at, at - 1));
    orders.push(places.toReversed(), [...places.slice(150), ...places.slice(0, 150)]);
    for (const order of orders) {
      const moved = Uint8Array.from(order, (at) => aad[at] as number);
      if (!Buffer.from(moved).equals(aad))
        await refuses(codec, sealed, `in the order ${order.join()}`, moved);
    }
    for (let length = 0; length < aad.length; length += 10) {
      await refuses(codec, sealed, `with its first ${length} bytes`, aad.subarray(0, length));
      await refuses(
        codec,
        sealed,
        `with its last ${length} bytes`,
        aad.subarray(aad.length - length),
      );
    }
  });
};
