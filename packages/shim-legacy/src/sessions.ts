import type { Clock, Principal } from '@countersign/core';

/** What the registry knows of a session. */
export interface Live {
  /** Whether a call is in flight or a stream is open: such a session is in use, however long ago its last request came. */
  readonly busy: boolean;
  close(): Promise<void>;
}

export interface Bounds {
  readonly idleMs: number;
  readonly max: number;
  readonly maxPerPrincipal: number;
}

/** A place for a session that is just being opened; it counts from the moment it is taken. */
export interface Seat<S> {
  take(id: string, session: S): void;
  /** Gives the place back if nobody took it. */
  leave(): void;
}

interface Entry<S> {
  readonly session: S;
  readonly owner: string;
  /** Milliseconds since the epoch. */
  usedAt: number;
}

/** Whose session it is: all of the principal counts, or one client could answer for another (spec 2025-11-25: client/elicitation). */
const ownerOf = ({ issuer, subject, client }: Principal): string =>
  JSON.stringify([issuer, subject, client]);

/**
 * The sessions of one server. An id alone opens none: it must be presented by the principal who initialised it, and to everybody
 * else it is unknown. A session ends when it was idle for `idleMs`, when it is removed, or with the registry; none is ever given
 * up for another. Sets no timer of its own: the clock's `sleep` wakes it, and only while a session is idle.
 */
export class Sessions<S extends Live> {
  readonly #clock: Clock;
  readonly #bounds: Bounds;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry<S>>();
  readonly #held = new Map<string, number>();
  #seats = 0;
  #sweeping: AbortController | undefined;
  #closed = false;

  constructor(clock: Clock, bounds: Bounds) {
    this.#clock = clock;
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Takes a place, or names the bound that leaves none. */
  seat(principal: Principal): Seat<S> | { readonly full: 'max' | 'maxPerPrincipal' } {
    this.#endIdle();
    const owner = ownerOf(principal);
    if ((this.#held.get(owner) ?? 0) >= this.#bounds.maxPerPrincipal)
      return { full: 'maxPerPrincipal' };
    if (this.#seats >= this.#bounds.max) return { full: 'max' };
    this.#count(owner, 1);
    let open = true;
    return {
      take: (id, session) => {
        open = false;
        if (this.#closed) return void session.close();
        this.#entries.set(id, { session, owner, usedAt: this.#clock.now() });
        void this.#sweep();
      },
      leave: () => {
        if (open) this.#count(owner, -1);
        open = false;
      },
    };
  }

  /** Finds a principal's own session, and counts as its use. */
  find(id: string, principal: Principal): S | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.owner !== ownerOf(principal)) return undefined;
    if (this.#isIdle(entry)) {
      void this.#end(id, entry);
      return undefined;
    }
    this.touch(id);
    return entry.session;
  }

  /** Counts as a use of the session: a request, or the end of what kept it busy. */
  touch(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.usedAt = this.#clock.now();
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    void this.#sweep();
  }

  /** Forgets a session that ended by itself. */
  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#count(entry.owner, -1);
    if (this.#entries.size === 0) this.#rest();
  }

  each(): Iterable<S> {
    return [...this.#entries.values()].map(({ session }) => session);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#rest();
    await Promise.all([...this.#entries].map(([id, entry]) => this.#end(id, entry)));
  }

  #count(owner: string, by: 1 | -1): void {
    this.#seats += by;
    const held = (this.#held.get(owner) ?? 0) + by;
    if (held === 0) this.#held.delete(owner);
    else this.#held.set(owner, held);
  }

  #isIdle({ session, usedAt }: Entry<S>): boolean {
    return !session.busy && this.#clock.now() - usedAt >= this.#bounds.idleMs;
  }

  #end(id: string, { session }: Entry<S>): Promise<void> {
    this.remove(id);
    return session.close();
  }

  #endIdle(): void {
    for (const [id, entry] of this.#entries) {
      if (this.#isIdle(entry)) void this.#end(id, entry);
      else if (!entry.session.busy) return; // whatever comes after it was used later
    }
  }

  /** Waits for the next session to be idle for too long, as long as there is one that could be; `touch` starts it again. */
  async #sweep(): Promise<void> {
    if (this.#sweeping !== undefined) return;
    const sweeping = new AbortController();
    this.#sweeping = sweeping;
    try {
      for (let wait = this.#nextIdle(); wait !== undefined; wait = this.#nextIdle()) {
        await this.#clock.sleep(wait, sweeping.signal);
        this.#endIdle();
      }
    } catch {
      // At rest: there is nothing to wait for.
    } finally {
      if (this.#sweeping === sweeping) this.#sweeping = undefined;
    }
  }

  #rest(): void {
    this.#sweeping?.abort();
    this.#sweeping = undefined;
  }

  /** Milliseconds until the least recently used of those not busy may go. */
  #nextIdle(): number | undefined {
    for (const { session, usedAt } of this.#entries.values()) {
      if (!session.busy) return Math.max(0, usedAt + this.#bounds.idleMs - this.#clock.now());
    }
    return undefined;
  }
}
