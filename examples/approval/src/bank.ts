import { Looks } from './looks.js';

/** Somebody else's service: it takes an order at once, and calls a webhook when it is carried out. */
export class Bank {
  readonly #orders = new Map<string, string>();
  readonly #cleared = new Set<string>();
  readonly looks = new Looks();
  #ordered: (payment: string) => void = () => undefined;

  /** Orders a payment, once for a key however often it is called with it. */
  async order(key: string): Promise<string> {
    const known = this.#orders.get(key);
    if (known !== undefined) return known;
    const payment = `payment-${this.#orders.size + 1}`;
    this.#orders.set(key, payment);
    this.#ordered(payment);
    return payment;
  }

  /** How many payments were ordered. */
  get orders(): number {
    return this.#orders.size;
  }

  /** What our webhook wrote down. */
  clear(payment: string): void {
    this.#cleared.add(payment);
  }

  isCleared(payment: string): boolean {
    this.looks.add();
    return this.#cleared.has(payment);
  }

  /** Resolves with the next payment that is ordered: from here on it is the bank that is slow. */
  ordered(): Promise<string> {
    return new Promise((resolve) => {
      this.#ordered = resolve;
    });
  }
}
