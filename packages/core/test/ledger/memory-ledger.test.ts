import { describe, expect, it } from 'vitest';
import { type Ledger, memoryLedger } from '../../src/index.js';
import { FakeClock } from '../support/fake-clock.js';

// What any ledger has to keep is in the contract suite; here is what this one adds.
describe('memoryLedger', () => {
  const HOUR = 3_600_000;
  const options = (clock: FakeClock, keepMs = HOUR) => ({ request: 'r', answers: 'a', leaseMs: 30_000, keepUntil: clock.now() + keepMs });
  const claimed = async (ledger: Ledger, id: string, clock: FakeClock, keepMs?: number) => {
    const claim = await ledger.claim(id, options(clock, keepMs));
    return claim.kind === 'fresh' ? claim.token : claim.kind;
  };

  it('refuses one claim too many, and evicts none that is to be kept', async () => {
    const clock = new FakeClock();
    const ledger = memoryLedger({ clock, maxClaims: 2 });
    const token = await claimed(ledger, 'one', clock);
    await claimed(ledger, 'two', clock);
    expect(await ledger.settle('one', token, Uint8Array.of(1))).toBe(true);
    clock.advance(HOUR / 2); // one is done and two is lost, and both are known
    await expect(ledger.claim('three', options(clock))).rejects.toMatchObject({ name: 'LedgerError', code: 'full' });
    expect(await ledger.peek('one')).toMatchObject({ kind: 'done' });
    expect(await ledger.claim('two', options(clock))).toMatchObject({ kind: 'lost' });
  });

  it('has room again for what need not be kept any longer, whatever the order', async () => {
    const clock = new FakeClock();
    const ledger = memoryLedger({ clock, maxClaims: 2 });
    await claimed(ledger, 'long', clock);
    await claimed(ledger, 'short', clock, 1000);
    await expect(ledger.claim('three', options(clock))).rejects.toMatchObject({ code: 'full' });
    clock.advance(1000);
    expect((await ledger.claim('three', options(clock))).kind).toBe('fresh');
    expect(await ledger.peek('long')).toMatchObject({ kind: 'running' });
  });

  it('keeps no result over its size, and none over the size of all, but always a small one', async () => {
    const clock = new FakeClock();
    const ledger = memoryLedger({ clock, maxResultBytes: 2000, maxBytes: 3000 });
    const settle = async (id: string, length: number, token: string) => ledger.settle(id, token, new Uint8Array(length));
    const tokens = Object.fromEntries(await Promise.all(['a', 'b', 'c'].map(async (id) => [id, await claimed(ledger, id, clock)])));
    await expect(settle('a', 2001, tokens.a)).rejects.toMatchObject({ name: 'LedgerError', code: 'too_large' });
    expect(await settle('a', 2000, tokens.a)).toBe(true);
    await expect(settle('b', 1025, tokens.b)).rejects.toMatchObject({ code: 'too_large' });
    expect(await settle('b', 1024, tokens.b)).toBe(true);
    clock.advance(HOUR);
    const again = await claimed(ledger, 'd', clock);
    expect(await settle('d', 2000, again)).toBe(true); // what was kept for an hour is swept for it
  });

  it('runs no timer', async () => {
    const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const clock = new FakeClock();
    await claimed(memoryLedger({ clock }), 'flow', clock);
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout')).toHaveLength(before);
  });

  it('refuses odd options by name', () => {
    expect(memoryLedger({})).toBeDefined();
    expect(() => memoryLedger({ maxClaim: 1 } as object)).toThrow(TypeError);
    for (const odd of [{ maxClaims: 0 }, { maxClaims: 1.5 }, { maxResultBytes: 1023 }, { maxBytes: -1 }, { maxBytes: Number.NaN }]) {
      expect(() => memoryLedger(odd), JSON.stringify(odd)).toThrow(RangeError);
    }
  });
});
