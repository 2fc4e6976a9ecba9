import type { StateRefusal } from '@countersign/core';
import type { Members } from '../members.js';
import { PlayError } from '../play-error.js';
import type { Move, Position, Sent, Stage } from '../position.js';
import { type Advanced, advance, begin } from './advance.js';
import type { LegacyStage } from './stage.js';

/** Sends the call of a 2025 flow. */
export async function beginLegacy(stage: Stage): Promise<Position> {
  return new LegacyPosition(
    await begin({ ...stage, past: [], open: undefined, departure: {} }, undefined),
  );
}

const NO_STATE = 'a 2025 client holds no state: it never leaves the server';

class LegacyPosition implements Position {
  readonly era = '2025';
  readonly state = undefined;
  readonly stage: LegacyStage;
  readonly result: Members;

  constructor({ stage, result }: Advanced) {
    this.stage = stage;
    this.result = result;
  }

  async next(sent: Sent): Promise<Position> {
    const { open, departure } = this.stage;
    if (departure.anew || open === undefined)
      return new LegacyPosition(await begin(this.stage, sent));
    return new LegacyPosition(await advance({ ...this.stage, open }, sent));
  }

  moved(move: Move): Position {
    return new LegacyPosition({
      stage: { ...this.stage, ...this.#change(move) },
      result: this.result,
    });
  }

  async everyPosition(): Promise<readonly StateRefusal[]> {
    throw this.#absent("tampered('every')", NO_STATE);
  }

  #change(move: Move): Partial<LegacyStage> {
    const { departure, ahead, session } = this.stage;
    switch (move.kind) {
      case 'after':
        return { ahead: ahead + move.ms };
      case 'by':
        return { session: { ...session, clock: move.clock } };
      case 'as':
        return { departure: { ...departure, by: { caller: move.caller } } };
      case 'at':
        return { departure: { ...departure, at: move.server } };
      case 'instead':
        return { departure: { ...departure, instead: move.request } };
      case 'withForgedAnswer':
        return {
          departure: {
            ...departure,
            forged: {
              ...departure.forged,
              [move.key]: { action: 'accept', content: move.content },
            },
          },
        };
      case 'replayed':
        return { departure: { ...departure, replayed: true } };
      case 'withoutState':
        return { departure: { ...departure, anew: true } };
      case 'allowErrors':
        return { allowErrors: true };
      case 'capabilities':
        throw this.#absent(
          'capabilities()',
          'a 2025 client declares them once, when it initialises its session',
        );
      case 'tampered':
      case 'truncated':
      case 'overwriting':
        throw this.#absent(`${move.kind}()`, NO_STATE);
    }
  }

  #absent(move: string, why: string): PlayError {
    return new PlayError(`${move}: ${why}.`, this.stage.transcript);
  }
}
