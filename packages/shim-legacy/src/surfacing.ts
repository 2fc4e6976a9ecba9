import type { LegacyCall, LegacyHost, Outcome, WireAnswer } from './host.js';
import type { Asked } from './legs.js';

/** What ends a call that the engine did not end. The host words it, as tools, prompts and resources each say it. */

/** For a call that was cancelled or whose session ended: nobody reads it. */
export const unread = (host: LegacyHost, call: LegacyCall): WireAnswer =>
  host.answer(call, { kind: 'failed', where: 'serving' });

export function cannotCarry(
  host: LegacyHost,
  call: LegacyCall,
  setting: string,
  outcome: Extract<Outcome, { kind: 'asking' | 'unsupported' }>,
): WireAnswer {
  const [step] = (outcome.kind === 'asking' ? outcome.asks : outcome.lacks).keys();
  return host.fail(call, { kind: 'cannot_carry', setting, ...(step !== undefined && { step }) });
}

export const pastDeadline = (host: LegacyHost, call: LegacyCall, step?: string): WireAnswer =>
  host.answer(call, { kind: 'exhausted', limit: 'deadline', ...(step !== undefined && { step }) });

export function tooManyRounds(
  host: LegacyHost,
  call: LegacyCall,
  outcome: Extract<Outcome, { kind: 'asking' | 'again' }>,
  rounds: number,
): WireAnswer {
  const step = outcome.kind === 'asking' ? [...outcome.asks.keys()][0] : outcome.step;
  return host.answer(call, {
    kind: 'exhausted',
    limit: 'rounds',
    rounds,
    ...(step !== undefined && { step }),
  });
}

/** A question that brought no answer is a failure of its own kind, never the user's decision. */
export function surfaced(
  host: LegacyHost,
  call: LegacyCall,
  asked: Exclude<Asked, { kind: 'answered' }>,
): WireAnswer {
  switch (asked.kind) {
    case 'failed':
      return host.fail(call, asked.failure);
    case 'declined':
      return host.answer(call, { kind: 'refused', step: asked.step, action: 'decline' });
    case 'late':
      return pastDeadline(host, call, asked.step);
    case 'abandoned':
      return unread(host, call);
  }
}
