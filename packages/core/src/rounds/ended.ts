import type { RoundOutcome } from './outcome.js';

/** Ends the round from within an evaluation: a refusal, a bound, or a throw of the author's. Never leaves this folder. */
export class Ended extends Error {
  constructor(readonly outcome: RoundOutcome) {
    super(outcome.kind);
  }
}

export const failedIn = (step: string, error: unknown): Ended =>
  new Ended({ kind: 'failed', where: 'step', step, error });
