import { describe, expect, it, vi } from 'vitest';
import { standIn } from '../../src/di/stand-in.js';

class Account {
  #balance = 1;
  owner = 'bob';
  get balance() {
    return this.#balance;
  }
  set balance(value) {
    this.#balance = value;
  }
  add(amount: number) {
    this.#balance += amount;
    return this;
  }
}

describe('what stands for an object that is made later', () => {
  it('makes it at the first use, and once', () => {
    const make = vi.fn(() => new Account());
    const account = standIn(make) as Account;
    expect(make).not.toHaveBeenCalled();
    expect([account.owner, account.balance]).toEqual(['bob', 1]);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('runs methods, getters and setters on the object itself, private members and all', () => {
    const real = new Account();
    const account = standIn(() => real) as Account;
    expect(account.add(2)).toBe(real);
    account.balance += 4;
    account.owner = 'alice';
    expect([real.balance, real.owner, account.balance]).toEqual([7, 'alice', 7]);
    const map = standIn(() => new Map()) as Map<string, number>;
    expect(map.set('a', 1).size).toBe(1);
  });

  it('looks like the object: its class, its members, the same method every time, a mock that stays a mock', () => {
    const account = standIn(() => new Account()) as Account;
    expect(account).toBeInstanceOf(Account);
    expect(account.constructor).toBe(Account);
    expect(account.add).toBe(account.add);
    expect('balance' in account && 'owner' in account && !('other' in account)).toBe(true);
    const add = vi.fn();
    const mocked = standIn(() => Object.freeze({ add, fixed: 1 })) as { add: typeof add };
    mocked.add(3);
    expect(mocked.add).toHaveBeenCalledWith(3);
    expect({ ...mocked }).toEqual({ add, fixed: 1 });
  });

  it('passes on what is defined and deleted', () => {
    const real: Record<string, unknown> = { one: 1 };
    const object = standIn(() => real) as typeof real;
    Object.defineProperty(object, 'two', { value: 2, enumerable: true, configurable: true });
    delete object.one;
    expect(real).toEqual({ two: 2 });
  });
});
