import { describe, expect, it } from 'vitest';
import { type Bounds, Sessions } from '../src/sessions.js';
import { FakeClock } from './support/fake-clock.js';

const bob = { issuer: 'i', subject: 'bob', client: 'c' };
const alice = { issuer: 'i', subject: 'alice', client: 'c' };
const IDLE = 60_000;

class Stub {
  busy = false;
  closed = 0;
  constructor(private readonly gone: () => void) {}
  async close() {
    this.closed++;
    this.gone();
  }
}

function registry(bounds: Partial<Bounds> = {}) {
  const clock = new FakeClock();
  const sessions = new Sessions<Stub>(clock, {
    idleMs: IDLE,
    max: 100,
    maxPerPrincipal: 100,
    ...bounds,
  });
  const open = (id: string, principal = bob) => {
    const seat = sessions.seat(principal);
    if ('full' in seat) throw new Error(seat.full);
    const stub = new Stub(() => sessions.remove(id));
    seat.take(id, stub);
    return stub;
  };
  return { clock, sessions, open };
}

describe('a session', () => {
  it('is found by its principal, and unknown to every other', () => {
    const { sessions, open } = registry();
    const stub = open('s');
    expect(sessions.find('s', { ...bob })).toBe(stub);
    for (const other of [alice, { ...bob, issuer: 'j' }, { ...bob, client: 'd' }])
      expect(sessions.find('s', other)).toBeUndefined();
    expect(sessions.find('t', bob)).toBeUndefined();
  });

  it('is closed once it was idle for too long, and leaves no timer', async () => {
    const { clock, sessions, open } = registry();
    const stub = open('s');
    await clock.advance(IDLE - 1);
    expect(stub.closed).toBe(0);
    await clock.advance(1);
    expect(stub.closed).toBe(1);
    expect(sessions.size).toBe(0);
    expect(clock.waiting).toBe(0);
  });

  it('lives on with every use', async () => {
    const { clock, sessions, open } = registry();
    const [used, unused] = [open('used'), open('unused')];
    await clock.advance(IDLE / 2);
    expect(sessions.find('used', bob)).toBe(used);
    await clock.advance(IDLE / 2);
    expect([used.closed, unused.closed]).toEqual([0, 1]);
    await clock.advance(IDLE / 2);
    expect(used.closed).toBe(1);
  });

  it('is not lived on by somebody else asking for it', async () => {
    const { clock, sessions, open } = registry();
    const stub = open('s');
    await clock.advance(IDLE / 2);
    expect(sessions.find('s', alice)).toBeUndefined();
    await clock.advance(IDLE / 2);
    expect(stub.closed).toBe(1);
  });

  it('is in use while it is busy, however long, and may go idle anew when that ends', async () => {
    const { clock, sessions, open } = registry();
    const [busy, idle] = [open('busy'), open('idle')];
    busy.busy = true;
    await clock.advance(10 * IDLE);
    expect([busy.closed, idle.closed]).toEqual([0, 1]);
    expect(clock.waiting).toBe(0);
    busy.busy = false;
    sessions.touch('busy');
    await clock.advance(IDLE - 1);
    expect(busy.closed).toBe(0);
    await clock.advance(1);
    expect(busy.closed).toBe(1);
  });

  it('is swept again after the registry was empty', async () => {
    const { clock, sessions, open } = registry();
    await open('first').close();
    expect(sessions.size).toBe(0);
    const second = open('second');
    await clock.advance(IDLE);
    expect(second.closed).toBe(1);
  });
});

describe('a registry', () => {
  it('refuses a session beyond the bound, until one ends; it gives up none that lives', async () => {
    const { sessions, open } = registry({ max: 2 });
    const first = open('a', bob);
    open('b', alice);
    expect(sessions.seat(bob)).toEqual({ full: 'max' });
    expect(first.closed).toBe(0);
    await first.close();
    expect('full' in sessions.seat(bob)).toBe(false);
  });

  it('bounds each principal apart from the others', async () => {
    const { sessions, open } = registry({ maxPerPrincipal: 1 });
    const stub = open('a', bob);
    expect(sessions.seat({ ...bob })).toEqual({ full: 'maxPerPrincipal' });
    expect('full' in sessions.seat(alice)).toBe(false);
    await stub.close();
    expect('full' in sessions.seat(bob)).toBe(false);
  });

  it('counts a place from the moment it is taken, and gives back one that nobody took', () => {
    const { sessions } = registry({ max: 1 });
    const seat = sessions.seat(bob);
    expect(sessions.seat(alice)).toEqual({ full: 'max' });
    if ('leave' in seat) seat.leave();
    expect('full' in sessions.seat(alice)).toBe(false);
  });

  it('makes room by what is idle already, even if nobody woke it', () => {
    const clock = new FakeClock();
    const sleepless = { now: clock.now, sleep: () => new Promise<void>(() => undefined) };
    const sessions = new Sessions<Stub>(sleepless, { idleMs: 0, max: 1, maxPerPrincipal: 1 });
    const seat = sessions.seat(bob);
    const stub = new Stub(() => sessions.remove('a'));
    if ('take' in seat) seat.take('a', stub);
    expect('full' in sessions.seat(bob)).toBe(false);
    expect(stub.closed).toBe(1);
  });

  it('closes every session with itself, takes none afterwards, and leaves no timer', async () => {
    const { clock, sessions, open } = registry();
    const stubs = [open('a'), open('b')];
    const seat = sessions.seat(bob);
    await sessions.close();
    expect(stubs.map(({ closed }) => closed)).toEqual([1, 1]);
    expect(clock.waiting).toBe(0);
    const late = new Stub(() => undefined);
    if ('take' in seat) seat.take('late', late);
    expect([late.closed, sessions.size]).toEqual([1, 0]);
  });
});
