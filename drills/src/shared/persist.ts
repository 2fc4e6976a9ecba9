import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, refusalOf } from './official-client.js';

/** How a request ended that was sent until it was answered: by a result or a question, or by a refusal, and after how many sendings. */
export type Ended = { readonly sent: number } & (
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly why: string }
);

/** Some six seconds in all: longer than a restart of Redis, and than its clients take to connect again. */
const TRIES = 10;
const [SOON_MS, LATER_MS] = [50, 1000];

/**
 * Sends the same request until it is answered. A client whose connection broke, or whose proxy said 502, cannot know what became of
 * its request, and has the right to send it again. So it may with a result that is an error, here: no body of these tools returns one.
 */
export async function persist(send: () => Promise<Answer>): Promise<Ended> {
  let why = '';
  for (let sent = 1; sent <= TRIES; sent++) {
    try {
      const answer = await send();
      if (answer.isError !== true) return { kind: 'answered', answer, sent };
      why = 'isError';
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== undefined)
        return { kind: 'refused', why: refusal.reason ?? String(refusal.code), sent };
      why = 'no answer';
    }
    await pause(Math.min(SOON_MS * 2 ** (sent - 1), LATER_MS));
  }
  return { kind: 'refused', why, sent: TRIES };
}
