import { describe, expect, it } from 'vitest';
import { type Ledger, memoryLedger } from '../../src/index.js';
import { FakeClock } from '../support/fake-clock.js';

// What any ledger has to keep is in the contract suite; here is what this one adds.
describe('memoryLedger', () => {
  const HOUR = 3_600_000;
  const options = (keepMs = HOUR) => ({ request: 'r', answers: 'a', leaseMs: 30_000, keepMs });
  const claimed = async (ledger: Ledger, id: string, keepMs?: number) => {
    const claim = await ledger.claim(id, options(keepMs));
    return claim.kind === 'fresh' ? claim.token : claim.kind;
  };

  it('refuses one claim too many, and evicts none that is to be kept', async () => {
    const clock = new FakeClock();
    const ledger = memoryLedger({ clock, maxClaims: 2 });
    const token = await claimed(ledger, 'one');
    await claimed(ledger, 'two');
    expect(await ledger.settle('one', token, Uint8Array.of(1))).toBe(true);
    clock.advance(HOUR / 2); // one is done and two is lost, and both are known
    await expect(ledger.claim('three', options())).rejects.toMatchObject({
      name: 'LedgerError',
      code: 'full',
    });
    expect(await ledger.peek('one')).toMatchObject({ kind: 'done' });
    expect(await ledger.claim('two', options())).toMatchObject({ kind: 'lost' });
  });

  it('has room again for what need not be kept any longer, whatever the order', async () => {
    const clock = new FakeClock();
    const ledger = memoryLedger({ clock, maxClaims: 2 });
    await claimed(ledger, 'long');
    await claimed(ledger, 'short', 1000);
    await expect(ledger.claim('three', options())).rejects.toMatchObject({ code: 'full' });
    clock.advance(1000);
    expect((await ledger.claim('three', options())).kind).toBe('fresh');
    expect(await ledger.peek('long')).toMatchObject({ kind: 'running' });
  });

  it('keeps no result over its size, and none over the size of all, but always a small one', async () => {
    const clock = new FakeClock();
    const ledger = memoryLedger({ clock, maxResultBytes: 2000, maxBytes: 3000 });
    const settle = async (id: string, length: number, token: string) =>
      ledger.settle(id, token, new Uint8Array(length));
    const tokens = Object.fromEntries(
      await Promise.all(['a', 'b', 'c'].map(async (id) => [id, await claimed(ledger, id)])),
    );
    await expect(settle('a', 2001, tokens.a)).rejects.toMatchObject({
      name: 'LedgerError',
      code: 'too_large',
    });
    expect(await settle('a', 2000, tokens.a)).toBe(true);
    await expect(settle('b', 1025, tokens.b)).rejects.toMatchObject({ code: 'too_large' });
    expect(await settle('b', 1024, tokens.b)).toBe(true);
    clock.advance(HOUR);
    const again = await claimed(ledger, 'd');
    expect(await settle('d', 2000, again)).toBe(true); // what was kept for an hour is swept for it
  });

  it('runs no timer', async () => {
    const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const clock = new FakeClock();
    await claimed(memoryLedger({ clock }), 'flow');
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout')).toHaveLength(
      before,
    );
  });

  it('refuses odd options by name', () => {
    expect(memoryLedger({})).toBeDefined();
    expect(() => memoryLedger({ maxClaim: 1 } as object)).toThrow(TypeError);
    for (const odd of [
      { maxClaims: 0 },
      { maxClaims: 1.5 },
      { maxResultBytes: 1023 },
      { maxBytes: -1 },
      { maxBytes: Number.NaN },
    ]) {
      expect(() => memoryLedger(odd), JSON.stringify(odd)).toThrow(RangeError);
    }
  });
});
