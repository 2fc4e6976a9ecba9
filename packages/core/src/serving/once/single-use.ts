import { type Clock, keepingAlive, systemClock } from '../../clock.js';
import { type Digest, digestJson } from '../../digest.js';
import { LedgerError, type LedgerRefusal, RequestStateError } from '../../errors.js';
import type { Claimed, Ledger } from '../../ledger/ledger.js';
import { KEEP_MARGIN_MS, LEASE_MS, LEDGER_MS } from '../../limits.js';
import type { RunGate } from '../../rounds/deps.js';
import type { Journal } from '../../rounds/journal.js';
import type { RoundOutcome } from '../../rounds/outcome.js';
import type { Report, RoundRequest } from '../calls/request.js';
import type { Settings } from '../options/settings.js';
import type { Outcome } from '../results/outcome.js';
import { STATE_ERROR } from '../results/results.js';
import { answersTo } from './answers-to.js';
import { boundedLedger, ledgerCodeOf } from './bounded-ledger.js';
import { isKeepable, type KeptResults, keptResults, TOO_LARGE } from './kept-result.js';
import { keepLease } from './lease.js';
import { TOLD } from './told.js';

/** The request that single use is about. */
export interface Redeeming {
  readonly request: Pick<RoundRequest, 'state' | 'responses' | 'signal'>;
  /** Opened from the state, or new. */
  readonly journal: Journal;
  readonly component: string;
  readonly report: Report;
}

const GONE: Outcome = { kind: 'failed', where: 'serving' }; // the caller left, nobody reads this

/** Milliseconds between two looks at a claim that is running, and between two attempts to keep a result: at first, and at most. */
const [SOON, LATER] = [20, 500];

interface Parts {
  readonly settings: Settings;
  readonly ledger: Ledger;
  readonly kept: KeptResults;
  /** For leases and for attempts at the ledger, which pass while others work: never a clock that stands still. */
  readonly timing: Clock;
}

/** Makes what guards the `once` tools of one server: every request of theirs gets a `SingleUse` of its own. */
export function singleUses(
  settings: Settings,
  timing: Clock = systemClock,
): (about: Redeeming) => SingleUse {
  const ledger = boundedLedger(settings.ledger, LEDGER_MS, timing);
  let kept: KeptResults | undefined; // a server without a codec has no `once` tool
  return (about) => {
    kept ??= keptResults(settings.codecs, settings.audience);
    return new SingleUse({ settings, ledger, kept, timing }, about);
  };
}

/**
 * One request of a `once` tool, as the ledger decides about it. A flow is claimed immediately before `run`, or before a refusal
 * becomes a result. From then on the same request gets the same result again, or waits for it; so does any other that settles
 * with the same answers; and everything else of the flow, a further question included, is `redeemed`.
 *
 * A ledger that does not answer refuses: an effect is never had on the guess that it was not had before.
 */
export class SingleUse implements RunGate {
  readonly #parts: Parts;
  readonly #about: Redeeming;
  readonly #request: Digest;
  readonly #leaving = new AbortController();
  /** Another request's claim on this flow: whatever this one settles is held against it. */
  #seen: Claimed | undefined;
  #token: string | undefined;
  #verdict: Outcome = GONE;
  #dropLease: (() => void) | undefined;
  /** Milliseconds since the epoch until which this request waits for another's run. */
  #patience: number | undefined;

  constructor(parts: Parts, about: Redeeming) {
    this.#parts = parts;
    this.#about = about;
    const { state, signal } = about.request;
    this.#request = digestJson([state ?? null, answersTo(about)]);
    if (signal.aborted) this.handleEvent();
    else signal.addEventListener('abort', this, { once: true });
  }

  /** The caller has left: an `abort` of the request. */
  handleEvent(): void {
    this.#leaving.abort(this.#about.request.signal.reason);
  }

  /** Aborts as the request's own does, until the flow is claimed: what has begun is finished, and its result kept. */
  get signal(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Asked before any step runs: what there is to answer already. `undefined`: the round may begin. */
  async known(): Promise<Outcome | undefined> {
    if (this.#about.request.state === undefined) return undefined;
    const free = await this.#unless(async () => {
      const claim = await this.#peek();
      if (claim === undefined || claim.request === this.#request) return this.#stands(claim);
      this.#seen = claim;
      return true;
    });
    return free ? undefined : this.#verdict;
  }

  /** Computes are not run again for a flow that is claimed. */
  settled(answers: () => Digest): Promise<boolean> {
    return this.#unless(() => this.#seenAllows(answers));
  }

  enter(answers: () => Digest): Promise<boolean> {
    return this.#unless(async () => {
      if (!(await this.#seenAllows(answers))) return false;
      const { ledger, settings } = this.#parts;
      const { flow, deadline } = this.#about.journal;
      for (;;) {
        if (this.signal.aborted) return this.#end(GONE);
        // Kept past the last moment at which a replica whose clock is behind by the skew still opens a state of the flow.
        const openable = deadline + 2 * settings.skewSeconds * 1000 - settings.clock.now();
        if (!(openable > 0)) return this.#end({ kind: 'exhausted', limit: 'deadline' });
        const digests = { request: this.#request, answers: answers() };
        const claim = await ledger.claim(flow, {
          ...digests,
          leaseMs: LEASE_MS,
          keepMs: openable + KEEP_MARGIN_MS,
        });
        if (claim.kind === 'fresh') return await this.#claimed(claim.token);
        if (!this.#isMine(claim, answers)) return this.#end(this.#redeemed());
        if (!(await this.#stands(claim))) return false;
      }
    });
  }

  /** Concludes the round, and keeps what a claimed flow ended in. */
  async concluded(
    outcome: RoundOutcome,
    conclude: (outcome: RoundOutcome) => Promise<Outcome>,
  ): Promise<Outcome> {
    if (outcome.kind === 'withheld') return this.#verdict;
    if (this.#token === undefined)
      return this.#seen === undefined ? conclude(outcome) : this.#redeemed();
    const concluded = await conclude(outcome).catch((error) => this.#untold(error));
    await this.#keep(this.#token, concluded);
    return concluded;
  }

  /** What run ended in cannot be told: kept as a failure, so that repeats are answered (C32). */
  #untold(error: unknown): Outcome {
    this.#failed(error, 'what a call that runs once ended in cannot be told', 'run');
    this.#about.report({ type: 'round.finished', outcome: 'failed' });
    return { kind: 'failed', where: 'run' };
  }

  /** Ends the renewing. A claim that has no result by now is lost when its lease ends. */
  close(): void {
    this.#dropLease?.();
    this.#about.request.signal.removeEventListener('abort', this);
  }

  /** Whatever fails on the way is a refusal, and nothing is entered. */
  async #unless(free: () => Promise<boolean>): Promise<boolean> {
    try {
      return await free();
    } catch (error) {
      return this.#end(this.signal.aborted ? GONE : this.#refused(ledgerCodeOf(error), error));
    }
  }

  #end(verdict: Outcome): false {
    this.#verdict = verdict;
    return false;
  }

  #peek(): Promise<Claimed | undefined> {
    return this.#parts.ledger.peek(this.#about.journal.flow);
  }

  #isMine(claim: Claimed, answers: () => Digest): boolean {
    return claim.request === this.#request || claim.answers === answers();
  }

  async #seenAllows(answers: () => Digest): Promise<boolean> {
    const seen = this.#seen;
    if (seen === undefined) return true;
    if (!this.#isMine(seen, answers)) return this.#end(this.#redeemed());
    if (!(await this.#stands(seen))) return false;
    this.#seen = undefined; // released: nothing happened
    return true;
  }

  /** Whether the flow is free, once a run under way is over. Else the verdict is what became of it. */
  async #stands(claim: Claimed | undefined): Promise<boolean> {
    const { settings } = this.#parts;
    const { clock, holdMs } = settings;
    this.#patience ??= clock.now() + holdMs;
    let standing = claim;
    for (let wait = SOON; standing?.kind === 'running'; wait = Math.min(2 * wait, LATER)) {
      if (clock.now() >= this.#patience) return this.#end(this.#refused('running'));
      await keepingAlive(clock.sleep(wait, this.signal));
      standing = await this.#peek();
    }
    return standing === undefined ? true : this.#end(await this.#remembered(standing));
  }

  async #remembered(claim: Exclude<Claimed, { kind: 'running' }>): Promise<Outcome> {
    if (claim.kind === 'lost') return this.#refused('lost');
    const kept = await this.#parts.kept.open(this.#about.journal.flow, claim.result);
    if (kept === undefined) return this.#refused('unreadable');
    if (kept.kind === 'too_large') return this.#refused('too_large');
    this.#about.report({ type: 'ledger.repeated' });
    return kept;
  }

  async #claimed(token: string): Promise<boolean> {
    const { ledger, timing } = this.#parts;
    const { flow } = this.#about.journal;
    this.#about.request.signal.removeEventListener('abort', this);
    if (this.signal.aborted) {
      await ledger.release(flow, token); // nothing was begun, and nobody is there for whom to begin
      return this.#end(GONE);
    }
    this.#token = token;
    this.#dropLease = keepLease({
      everyMs: LEASE_MS / 3,
      clock: timing,
      renew: () => ledger.renew(flow, token, LEASE_MS),
      failed: (error) => this.#failed(error, 'the lease of a claim could not be renewed'),
    });
    this.#about.report({ type: 'ledger.claimed' });
    return true;
  }

  async #keep(token: string, concluded: Outcome): Promise<void> {
    const { flow } = this.#about.journal;
    const { kept } = this.#parts;
    try {
      if (!isKeepable(concluded)) throw new TypeError(`a claimed flow ended in ${concluded.kind}`);
      const attempt = async (of: typeof concluded | typeof TOO_LARGE) =>
        this.#settle(token, await kept.seal(flow, of));
      const settled = await attempt(concluded).catch((error) => {
        if (ledgerCodeOf(error) !== 'too_large') throw error;
        return attempt(TOO_LARGE);
      });
      if (!settled) throw new LedgerError('lost');
    } catch (error) {
      // The caller still gets it: it is true. Whoever repeats the request is told that the claim is lost.
      this.#failed(
        error,
        'the result of a call that runs once could not be kept: repeats of it will be refused',
      );
    }
  }

  /** A result that exists must not get lost to a store that is just being restarted. */
  async #settle(token: string, sealed: Uint8Array): Promise<boolean> {
    const { ledger, timing } = this.#parts;
    const until = timing.now() + LEDGER_MS;
    for (let wait = SOON; ; wait = Math.min(2 * wait, LATER)) {
      try {
        return await ledger.settle(this.#about.journal.flow, token, sealed);
      } catch (error) {
        // Written so that a clock which says NaN ends it.
        if (ledgerCodeOf(error) === 'too_large' || !(timing.now() < until)) throw error;
      }
      // The last attempt is at the very end, however long the next wait would have been.
      await timing.sleep(Math.min(wait, until - timing.now()), new AbortController().signal);
    }
  }

  #refused(code: LedgerRefusal, cause?: unknown): Outcome {
    const { component, report } = this.#about;
    this.#parts.settings.logger.warn(
      { err: new LedgerError(code, { cause }), code, component },
      'single use refused a call',
    );
    if (cause !== undefined) report({ type: 'error', where: 'ledger', error: cause });
    report({ type: 'ledger.refused', code });
    return { kind: 'failed', where: 'serving', message: TOLD[code] };
  }

  #redeemed(): Outcome {
    const { component, report } = this.#about;
    const code = 'redeemed';
    this.#parts.settings.logger.warn(
      { err: new RequestStateError(code), code, component },
      'requestState was refused',
    );
    report({ type: 'state.refused', code });
    return { kind: 'rejected', error: STATE_ERROR };
  }

  #failed(error: unknown, what: string, where: 'ledger' | 'run' = 'ledger'): void {
    const { component, report } = this.#about;
    this.#parts.settings.logger.error({ err: error, component }, what);
    report({ type: 'error', where, error });
  }
}
