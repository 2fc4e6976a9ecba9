import { describe, expect, it } from 'vitest';
import { systemClock, systemRandom } from '../src/clock.js';

describe('systemRandom', () => {
  it('gives as many bytes as asked for, and never the same ones twice', () => {
    for (const length of [0, 1, 4095, 4096, 4097, 65_536])
      expect(systemRandom(length)).toHaveLength(length);
    const seen = new Set(
      Array.from({ length: 2000 }, () => Buffer.from(systemRandom(16)).toString('hex')),
    );
    expect(seen.size).toBe(2000);
    expect([...seen].some((hex) => /^0{16}|0{16}$/.test(hex))).toBe(false);
  });

  it('keeps no hold on what it gave', () => {
    const first = systemRandom(16);
    const copy = Uint8Array.from(first);
    systemRandom(4096);
    expect(first).toEqual(copy);
    expect(first.buffer.byteLength).toBe(16);
  });
});

describe('systemClock', () => {
  it('ends a sleep with the reason of its signal', async () => {
    const leave = new AbortController();
    const slept = systemClock.sleep(60_000, leave.signal);
    leave.abort(new Error('gone'));
    await expect(slept).rejects.toThrow('gone');
    await expect(systemClock.sleep(0, leave.signal)).rejects.toThrow('gone');
    await expect(systemClock.sleep(0, new AbortController().signal)).resolves.toBeUndefined();
  });
});
