import type { Clock, LegacyBridge } from '@countersign/core';
import type { LegacyHost, Outcome } from '@countersign/core/internal';
import type { StandingClock } from './standing-clock.js';

export type Asking = Extract<Outcome, { kind: 'asking' }>;
export type Again = Extract<Outcome, { kind: 'again' }>;
/** What a round came to that was not the last. */
export type Interim = Asking | Again;

export interface Observed {
  readonly clock: StandingClock;
  /** What the first rounds came to when they were played; they are not played again. */
  readonly known: readonly Interim[];
  /** Hears what each round came to, before the bridge does. */
  readonly concluded: (outcome: Outcome) => void;
  /** Hears that the call pauses before its next round; the pause ends with `go`. */
  readonly paused: (ms: number, go: () => void) => void;
}

/**
 * Stands between core and a legacy bridge, whose every part is the real one: tells which questions belong to which step, lets time
 * stand still for the bridge, and keeps it from entering rounds again that were played before.
 */
export const observed = (
  bridge: LegacyBridge,
  { clock, known, concluded, paused }: Observed,
): LegacyBridge => ({
  attach: (core) => {
    const { host } = core;
    const calls = new Set<AbortSignal>();
    let played = 0;
    const round: LegacyHost['round'] = async (call, carried) => {
      calls.add(call.signal);
      const before = known[played++];
      const outcome = before ?? (await dispatched(call, carried));
      concluded(outcome);
      return outcome;
    };
    const dispatched: LegacyHost['round'] = async (call, carried) => {
      clock.catchUp();
      const outcome = await host.round(call, carried);
      clock.catchUp(); // what core waited for
      return outcome;
    };
    // Whoever waits by the signal of the call itself is the call, pausing: nothing else of it goes on meanwhile.
    const sleep: Clock['sleep'] = (ms, signal) =>
      !calls.has(signal)
        ? clock.sleep(ms, signal)
        : new Promise((resolve, reject) => {
            if (signal.aborted) return reject(signal.reason);
            signal.addEventListener('abort', () => reject(signal.reason), { once: true });
            paused(ms, resolve);
          });
    return bridge.attach({ ...core, host: { ...host, clock: { now: clock.now, sleep }, round } });
  },
});
