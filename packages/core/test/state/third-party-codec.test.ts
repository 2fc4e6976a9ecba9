import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BINDING, guarded, JOURNAL, minted } from '../support/guarded.js';
import { gcmCodec } from '../support/third-party-codec.js';

const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);

describe('a codec by somebody else', () => {
  it('takes under forty lines, and imports node:crypto and the codec entry point alone', () => {
    const source = readFileSync(
      new URL('../support/third-party-codec.ts', import.meta.url),
      'utf8',
    );
    expect(source.trimEnd().split('\n').length).toBeLessThan(40);
    expect([...source.matchAll(/from '([^']+)'/g)].map(([, from]) => from)).toEqual([
      'node:crypto',
      '../../src/codec.js',
    ]);
  });

  it('plugs into the guard: seals, opens, rotates, and its throws are refusals', async () => {
    const [old, rotated, retired] = [[key(1)], [key(2), key(1)], [key(2)]].map((keys) =>
      guarded({ codecs: [gcmCodec(keys)] }),
    );
    if (!old || !rotated || !retired) throw new Error('three guards');
    const state = await minted(old);
    expect(state).toMatch(/^gcm\.[\w-]+$/);
    expect(await old.open(state, BINDING)).toMatchObject({
      ok: true,
      journal: JOURNAL,
      openedByOld: undefined,
    });
    expect(await rotated.open(state, BINDING)).toMatchObject({
      ok: true,
      journal: JOURNAL,
      openedByOld: 'gcm',
    });
    expect(await retired.open(state, BINDING)).toMatchObject({ ok: false, code: 'unknown_key' });

    const bytes = Buffer.from(state.slice(4), 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
    const refusal = await old.open(`gcm.${bytes.toString('base64url')}`, BINDING);
    expect(refusal).toMatchObject({ ok: false, code: 'unauthentic', cause: expect.any(Error) });
  });
});
