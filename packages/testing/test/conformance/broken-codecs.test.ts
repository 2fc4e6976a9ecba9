import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { StateCodec } from '@countersign/core';
import { equalBytes, keyRing, type Opened } from '@countersign/core/codec';
import { codecContract, type MakeCodec } from '@countersign/testing/conformance';
import { describe, expect, it } from 'vitest';

type Rule = readonly [name: string, test: () => void | Promise<void>];

function rulesFor(make: MakeCodec): readonly Rule[] {
  const rules: Rule[] = [];
  codecContract(
    { describe: (_, body) => body(), it: (name, test) => rules.push([name, test]) },
    'any',
    make,
  );
  return rules;
}

/** The names of the rules that a codec breaks, all of them or one. */
async function broken(make: MakeCodec, only?: string): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, test] of rulesFor(make)) {
    if (only !== undefined && name !== only) continue;
    await Promise.resolve()
      .then(test)
      .catch(() => failed.push(name));
  }
  return failed;
}

interface Flaws {
  /** Bytes of the tag. */
  readonly tag?: number;
  readonly nonce?: () => Uint8Array;
  readonly aad?: (aad: Uint8Array, id: Uint8Array) => Uint8Array;
  readonly throws?: boolean;
  readonly readable?: boolean;
  readonly current?: boolean;
  readonly copies?: boolean;
  readonly sealsWithLast?: boolean;
  readonly ephemeral?: boolean;
}

/** AES-256-GCM behind the contract, as good as one makes it, but for the flaws that are asked for. */
function gcm(given: readonly Uint8Array[], flaws: Flaws = {}): StateCodec {
  const {
    nonce = () => randomBytes(12),
    aad: bound = (aad, id) => Buffer.concat([id, aad]),
    throws = false,
    tag = 16,
  } = flaws;
  const kept = flaws.copies === false ? given : given.map((key) => Uint8Array.from(key));
  const ring = () =>
    keyRing(kept as Uint8Array[]).keys.map(({ id, subkey }) => ({
      id,
      key: subkey(Buffer.from('gcm')),
    }));
  return {
    tag: 'gcm',
    readable: flaws.readable ?? false,
    ...(flaws.ephemeral !== undefined && { ephemeral: flaws.ephemeral }),
    seal(plain, aad) {
      const { id, key } = ring().at(flaws.sealsWithLast ? -1 : 0) as ReturnType<typeof ring>[0];
      const iv = nonce();
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tag }).setAAD(
        bound(aad, id),
      );
      const box = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([id, iv, cipher.getAuthTag(), box]);
    },
    open(sealed, aad): Opened {
      if (sealed.length < 8 + 12 + tag) return { ok: false, code: 'malformed' };
      const at = ring().findIndex(({ id }) => equalBytes(id, sealed.subarray(0, 8)));
      const found = ring()[at];
      if (!found) return { ok: false, code: 'unknown_key' };
      try {
        const cipher = createDecipheriv('aes-256-gcm', found.key, sealed.subarray(8, 20), {
          authTagLength: tag,
        });
        cipher.setAAD(bound(aad, found.id)).setAuthTag(sealed.subarray(20, 20 + tag));
        const plain = Buffer.concat([cipher.update(sealed.subarray(20 + tag)), cipher.final()]);
        return { ok: true, plain, current: flaws.current ?? at === 0 };
      } catch (error) {
        if (throws) throw error;
        return { ok: false, code: 'unauthentic' };
      }
    },
  };
}

/** A MAC beside the plain text, with what is compared left to the caller. */
function mac(
  given: readonly Uint8Array[],
  flaws: {
    readonly compared: number;
    readonly aad?: (aad: Uint8Array) => Uint8Array;
    readonly shared?: boolean;
  },
): StateCodec {
  const ring = keyRing(given as Uint8Array[]).keys.map(({ id, subkey }) => ({
    id,
    key: subkey(Buffer.from('mac')),
  }));
  const tagOf = (key: Uint8Array, idAndPlain: Uint8Array, aad: Uint8Array) =>
    createHmac('sha256', key)
      .update(`${aad.length}.`)
      .update(flaws.aad?.(aad) ?? aad)
      .update(idAndPlain)
      .digest()
      .subarray(0, flaws.compared);
  return {
    tag: 'mac',
    readable: true,
    seal(plain, aad) {
      const [{ id, key }] = ring as [(typeof ring)[0]];
      const body = Buffer.concat([id, plain]);
      return Buffer.concat([body, tagOf(key, body, aad)]);
    },
    open(sealed, aad): Opened {
      if (sealed.length < 8 + flaws.compared) return { ok: false, code: 'malformed' };
      const body = sealed.subarray(0, sealed.length - flaws.compared);
      const at = ring.findIndex(({ id }) => equalBytes(id, sealed.subarray(0, 8)));
      const found = ring[at];
      if (!found) return { ok: false, code: 'unknown_key' };
      if (!timingSafeEqual(tagOf(found.key, body, aad), sealed.subarray(body.length)))
        return { ok: false, code: 'unauthentic' };
      return {
        ok: true,
        plain: flaws.shared ? body.subarray(8) : Uint8Array.from(body.subarray(8)),
        current: at === 0,
      };
    },
  };
}

/** The same with the tag before the plain text: the end of one is then the end of another. */
function macFirst(keys: readonly Uint8Array[]): StateCodec {
  const { seal, open, ...rest } = mac(keys, { compared: 32 });
  const turned = (bytes: Uint8Array, from: number) =>
    Buffer.concat([bytes.subarray(0, 8), bytes.subarray(from), bytes.subarray(8, from)]);
  return {
    ...rest,
    seal: async (plain, aad) => {
      const sealed = await seal(plain, aad);
      return turned(sealed, sealed.length - 32);
    },
    open: (sealed, aad) =>
      sealed.length < 40 ? { ok: false, code: 'malformed' } : open(turned(sealed, 40), aad),
  };
}

/** Nonces of a prefix and a number that begins at 0: new ones within a process, and among processes only if the prefix is. */
function counted(prefix: Uint8Array): () => Uint8Array {
  let count = 0;
  return () => {
    const number = Buffer.alloc(12 - prefix.length);
    number.writeUInt32BE(count++, number.length - 4);
    return Buffer.concat([prefix, number]);
  };
}

const NONCE_AND_TAG =
  'spends 16 bytes or more on telling a forgery, and 8 on a nonce unless it says that it can be read';
const LONG_AAD =
  'authenticates additional data that is long and no text, at every place and in its order';

describe('the contract of codecs', () => {
  const later = ({ seal, open, ...rest }: StateCodec): StateCodec => ({
    ...rest,
    seal: async (plain, aad) => seal(plain, aad),
    open: async (sealed, aad) => open(sealed, aad),
  });
  it.each<[string, MakeCodec]>([
    ['encrypts', (keys) => gcm(keys)],
    ['is asynchronous', (keys) => later(gcm(keys))],
    [
      'counts its nonces after a random beginning',
      (keys) => gcm(keys, { nonce: counted(randomBytes(8)) }),
    ],
    ['has a MAC after the text', (keys) => mac(keys, { compared: 32 })],
    ['has a MAC of 16 bytes', (keys) => mac(keys, { compared: 16 })],
    ['has a MAC before the text', (keys) => macFirst(keys)],
  ])('is kept by one without a flaw that %s', async (_, make) => {
    expect(await broken(make)).toEqual([]);
  });

  it.each<[string, MakeCodec, string]>([
    [
      'throws for what it cannot open',
      (keys) => gcm(keys, { throws: true }),
      'refuses sealed bytes with any bit flipped',
    ],
    [
      'binds no additional data',
      (keys) => gcm(keys, { aad: () => new Uint8Array() }),
      'authenticates the additional data, all of it',
    ],
    [
      'binds the length of it alone',
      (keys) => gcm(keys, { aad: (aad) => new Uint8Array(aad.length) }),
      'authenticates the additional data, all of it',
    ],
    [
      'binds none of it in a MAC',
      (keys) => mac(keys, { compared: 32, aad: () => new Uint8Array() }),
      'authenticates the additional data, all of it',
    ],
    [
      'uses one nonce for all',
      (keys) => gcm(keys, { nonce: () => new Uint8Array(12) }),
      'never seals the same text alike twice, unless it says that it can be read',
    ],
    [
      'counts its nonces from 0 in each process',
      (keys) => gcm(keys, { nonce: counted(new Uint8Array(8)) }),
      'never seals the same text alike in two replicas, unless it says that it can be read',
    ],
    ['has a tag of 4 bytes', (keys) => gcm(keys, { tag: 4 }), NONCE_AND_TAG],
    ['has a tag of 8 bytes', (keys) => gcm(keys, { tag: 8 }), NONCE_AND_TAG],
    ['has a MAC of 15 bytes', (keys) => mac(keys, { compared: 15 }), NONCE_AND_TAG],
    [
      'has a nonce of 4 bytes',
      (keys) => gcm(keys, { nonce: () => Buffer.concat([new Uint8Array(8), randomBytes(4)]) }),
      NONCE_AND_TAG,
    ],
    ...[64, 128, 255, 299].map((length): [string, MakeCodec, string] => [
      `binds ${length} bytes of additional data and no more`,
      (keys) => gcm(keys, { aad: (aad, id) => Buffer.concat([id, aad.subarray(0, length)]) }),
      LONG_AAD,
    ]),
    [
      'sorts the additional data',
      (keys) => gcm(keys, { aad: (aad, id) => Buffer.concat([id, aad.toSorted()]) }),
      LONG_AAD,
    ],
    ...(['utf8', 'ascii'] as const).map((encoding): [string, MakeCodec, string] => [
      `reads the additional data as ${encoding}`,
      (keys) =>
        gcm(keys, {
          aad: (aad, id) => Buffer.concat([id, Buffer.from(Buffer.from(aad).toString(encoding))]),
        }),
      LONG_AAD,
    ]),
    [
      'sorts it in a MAC',
      (keys) => mac(keys, { compared: 32, aad: (aad) => aad.toSorted() }),
      LONG_AAD,
    ],
    [
      'compares nothing',
      (keys) => mac(keys, { compared: 0 }),
      'refuses sealed bytes with any bit flipped',
    ],
    [
      'shows what it says it hides',
      (keys) => ({ ...mac(keys, { compared: 32 }), readable: false }),
      'shows nothing of what it seals, unless it says that it can be read',
    ],
    [
      'hands out the bytes it was given',
      (keys) => mac(keys, { compared: 32, shared: true }),
      'changes nothing of what it is given, and shares no bytes with what it hands out',
    ],
    [
      'calls every key the first',
      (keys) => gcm(keys, { current: true }),
      'opens with each key of its ring, and tells whether it was the first',
    ],
    [
      'seals with the last key',
      (keys) => gcm(keys, { sealsWithLast: true }),
      'seals with the first key of its ring',
    ],
    [
      'forgets its other keys',
      ([first]) => gcm([first as Uint8Array]),
      'opens with each key of its ring, and tells whether it was the first',
    ],
    [
      'has a key of its own',
      () => gcm([new Uint8Array(32)]),
      'opens nothing that was sealed with a key it does not hold',
    ],
    [
      'makes a key for each process',
      () => gcm([randomBytes(32)]),
      'is another replica of every codec with the same keys',
    ],
    [
      'keeps the bytes of its keys',
      (keys) => gcm(keys, { copies: false }),
      'copies its keys when it is made',
    ],
    [
      'says that its key dies',
      (keys) => gcm(keys, { ephemeral: true }),
      'says whether what it seals can be read, and that its keys outlive the process',
    ],
    [
      'has a tag that no state may have',
      (keys) => ({ ...gcm(keys), tag: 'GCM' }),
      'seals a state that opens, and that is refused with any character changed',
    ],
    [
      'cuts what it is given',
      (keys) => {
        const codec = gcm(keys);
        return { ...codec, seal: (plain, aad) => codec.seal(plain.subarray(0, 1000), aad) };
      },
      'opens what it sealed, whatever its length',
    ],
    [
      'answers with a word of its own',
      (keys) => {
        const codec = gcm(keys);
        return {
          ...codec,
          open: async (sealed, aad) => {
            const opened = await codec.open(sealed, aad);
            return opened.ok ? opened : ({ ok: false, code: 'wrong' } as never);
          },
        };
      },
      'refuses bytes that nobody sealed, and throws for none',
    ],
  ])('is broken by one that %s', async (_, make, rule) => {
    expect(await broken(make, rule)).toEqual([rule]);
  });
});
