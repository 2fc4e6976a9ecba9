import type { StateRefusal } from '@countersign/core';
import { isRecord } from '@countersign/core/internal';
import type { Members } from '../members.js';
import { PlayError } from '../play-error.js';
import type { Move, Position, Sent, Stage } from '../position.js';
import type { ComponentRequest } from '../sdk.js';
import { entryOf, stateName } from '../transcript.js';
import { type PlayedRound, refusalOf, resultOf } from '../verdict.js';
import { playRound, sendAlike } from './round.js';
import { alteredAnywhere, cutLastByte, flipMiddleBit, overwrite } from './tamper.js';

interface State {
  readonly value: string;
  /** How the transcript names it. */
  readonly name: string;
}

/** A 2026 flow: all that it knows travels through the client, and each request stands alone. */
interface ModernStage extends Stage {
  readonly state: State | undefined;
  readonly forged?: Members;
  readonly replayed?: boolean;
}

/** Sends the first request of a flow. */
export const beginModern = (stage: Stage): Promise<Position> =>
  advance({ ...stage, state: undefined }, undefined);

async function advance(stage: ModernStage, sent: Sent): Promise<Position> {
  const { replayed, allowErrors } = stage;
  const request = requestOf(stage, sent, stage.state?.value);
  let now = await sentOnce(stage, request);
  if (replayed) {
    // The second one tells what came of the two; that the first failed is not passed over.
    if (!allowErrors && now.played.failures.length > 0) resultOf(now.played, now.stage);
    now = await sentOnce(now.stage, request);
  }
  const { forged: _, replayed: __, ...next } = now.stage;
  const result = resultOf(now.played, next);
  const { requestState } = result;
  const state =
    typeof requestState === 'string'
      ? { value: requestState, name: stateName(next.transcript.length) }
      : undefined;
  return new ModernPosition({ ...next, state }, result);
}

interface SentOnce {
  readonly played: PlayedRound;
  /** With this round written down. */
  readonly stage: ModernStage;
}

async function sentOnce(stage: ModernStage, request: ComponentRequest): Promise<SentOnce> {
  const played = await playRound(stage.session, stage, request);
  const { transcript, state } = stage;
  const entry = entryOf('2026', stage, request, played, {
    after: transcript.length,
    presented: state?.name,
  });
  const written = [...transcript, entry];
  stage.session.played(written);
  return {
    played,
    stage: { ...stage, transcript: written, cause: played.failures[0]?.error ?? stage.cause },
  };
}

function requestOf(
  { request, forged }: ModernStage,
  sent: Sent,
  state: string | undefined,
): ComponentRequest {
  const answers =
    forged === undefined
      ? sent
      : { raw: isRecord(sent?.raw) ? { ...sent.raw, ...forged } : forged };
  const params = {
    ...request.params,
    ...(answers !== undefined && { inputResponses: answers.raw }),
    ...(state !== undefined && { requestState: state }),
  };
  return { method: request.method, params };
}

class ModernPosition implements Position {
  readonly era = '2026';

  constructor(
    readonly stage: ModernStage,
    readonly result: Members,
  ) {}

  get state(): string | undefined {
    return this.stage.state?.value;
  }

  next(sent: Sent): Promise<Position> {
    return advance(this.stage, sent);
  }

  moved(move: Move): Position {
    return new ModernPosition({ ...this.stage, ...this.#change(move) }, this.result);
  }

  async everyPosition(sent: Sent, atMost?: number): Promise<readonly StateRefusal[]> {
    const { stage } = this;
    const { value, name } = this.#presented("tampered('every')");
    const refusals: StateRefusal[] = [];
    const altered = [...alteredAnywhere(value, atMost)].map((state) =>
      requestOf(stage, sent, state),
    );
    for await (const { request, played } of sendAlike(stage.session, stage, altered)) {
      const code = refusalOf(played);
      if (code === undefined) {
        const presented = `${name}, altered in one place`;
        const written = [
          ...stage.transcript,
          entryOf('2026', stage, request, played, { after: stage.transcript.length, presented }),
        ];
        resultOf(played, { ...stage, transcript: written });
        throw new PlayError('The server took an altered state.', written);
      }
      refusals.push(code);
    }
    return refusals;
  }

  #change(move: Move): Partial<ModernStage> {
    switch (move.kind) {
      case 'tampered':
        return this.#altered('tampered()', 'tampered', flipMiddleBit);
      case 'truncated':
        return this.#altered('truncated()', 'truncated', cutLastByte);
      case 'overwriting':
        return this.#altered('overwriting()', `${move.step} overwritten`, (state) =>
          overwrite(state, move.step, move.value),
        );
      case 'withoutState':
        return { state: undefined };
      case 'withForgedAnswer':
        return {
          forged: { ...this.stage.forged, [move.key]: { action: 'accept', content: move.content } },
        };
      case 'replayed':
        return { replayed: true };
      case 'instead':
        return { request: move.request };
      case 'at':
        return { server: move.server };
      case 'as':
        return { caller: move.caller };
      case 'after':
        return { ahead: this.stage.ahead + move.ms };
      case 'by':
        return { session: { ...this.stage.session, clock: move.clock } };
      case 'capabilities':
        return { capabilities: move.capabilities };
      case 'allowErrors':
        return { allowErrors: true };
    }
  }

  #altered(move: string, how: string, alter: (state: string) => string): Partial<ModernStage> {
    const { value, name } = this.#presented(move);
    return { state: { value: alter(value), name: `${name}, ${how}` } };
  }

  #presented(move: string): State {
    const { state, transcript } = this.stage;
    if (state === undefined) throw new PlayError(`${move}: the flow holds no state.`, transcript);
    return state;
  }
}
