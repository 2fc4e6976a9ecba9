import {
  keepingAlive,
  type LegacyCall,
  type LegacyHost,
  type LegConnection,
  type Outcome,
  type WireAnswer,
} from './host.js';
import { askAll, type OpenAsks } from './legs.js';
import type { Settings } from './options.js';
import { rising } from './progress.js';
import { cannotCarry, pastDeadline, surfaced, tooManyRounds, unread } from './surfacing.js';

export interface DriveParts extends Pick<Settings, 'maxRounds' | 'roundTimeoutMs' | 'pace'> {
  readonly host: LegacyHost;
  readonly asks: OpenAsks;
}

type Carried = NonNullable<Parameters<LegacyHost['round']>[1]>;

/**
 * Drives one 2025 request to its end: a client of multi round-trip requests, living in the server (spec: basic/patterns/mrtr). Each
 * round that asks goes out as live questions; their answers, not judged here, go back with the state as it came. A round with
 * only state is entered again after a pause. Throws only what the caller's own pacing function throws.
 */
export async function drive(
  received: LegacyCall,
  connection: LegConnection,
  parts: DriveParts,
): Promise<WireAnswer> {
  const { host, maxRounds, pace } = parts;
  const { clock } = host;
  const { canAsk } = connection;
  // What a connection cannot carry, nobody declared (R7): so an optional question is skipped there, and a required one ends the call.
  let call: LegacyCall = {
    ...received,
    notify: rising(received.notify),
    ...(canAsk !== true && { capabilities: {} }),
  };
  let carried: Carried | undefined;
  let paced = 0;

  for (;;) {
    const outcome: Outcome = await host.round(call, carried);
    if (call.signal.aborted) return unread(host, call);
    if (canAsk !== true && (outcome.kind === 'unsupported' || outcome.kind === 'asking'))
      return cannotCarry(host, call, canAsk.no, outcome);
    if (outcome.kind !== 'asking' && outcome.kind !== 'again') return host.answer(call, outcome);
    if (outcome.idle > maxRounds) return tooManyRounds(host, call, outcome, maxRounds);

    let responses: unknown;
    if (outcome.kind === 'again') {
      const wait = pace(++paced);
      if (clock.now() + wait >= outcome.deadline) return pastDeadline(host, call, outcome.step);
      try {
        await keepingAlive(clock.sleep(wait, call.signal));
      } catch {
        return unread(host, call);
      }
    } else {
      const asked = await askAll(outcome, { ...parts, call, connection });
      if (asked.kind !== 'answered') return surfaced(host, call, asked);
      if (clock.now() >= outcome.deadline)
        return pastDeadline(host, call, [...outcome.asks.keys()][0]);
      responses = asked.responses;
      if (asked.absent) call = { ...call, capabilities: without(call, asked.absent) };
    }
    carried = { responses, state: outcome.state };
  }
}

/** What the client can take after all: what its software has no method for, it declared in vain. */
const without = ({ capabilities }: LegacyCall, absent: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(capabilities).filter(([name]) => !absent.has(name)));
