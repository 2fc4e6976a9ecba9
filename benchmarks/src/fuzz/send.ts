import { damaged, undamaged } from './damage.js';
import type { Draw } from './draw.js';
import { questionsIn } from './hold.js';
import { overHttp, type Talk } from './over-http.js';
import { overSocket } from './over-socket.js';
import { type Held, honest, refusal, reply } from './requests.js';
import type { Exchange } from './seen.js';
import type { Target } from './targets.js';

/** One input in so many goes as bytes over a connection of its own. */
const SOCKET_EVERY = 10;
/** Questions of one call that are answered before the client leaves. */
const MOST_QUESTIONS = 8;

export interface Sending {
  readonly draw: Draw;
  readonly target: Target;
  readonly held: Held;
  /** The name that the client gives itself. */
  readonly client: string;
  /** Hears of all that was exchanged, as it is sent. */
  readonly exchanged: (
    exchange: Pick<Exchange, 'input'> & { readonly over: 'http' | 'socket' },
  ) => (seen: Exchange['seen']) => void;
}

/** Makes one input and sends it; a question that comes on its stream is answered, with as much damage, or left. */
export async function sendOne({ draw, target, held, client, exchanged }: Sending): Promise<void> {
  const input = damaged(draw, honest(draw, target, held, client));
  if (draw.oneIn(SOCKET_EVERY))
    return exchanged({ input, over: 'socket' })(await overSocket(draw, target, input));
  const asked = new Set<unknown>();
  const session = input.headers.find(([name]) => name === 'mcp-session-id')?.[1];
  const post = async (answer: Exchange['input']) => {
    const over = exchanged({ input: answer, over: 'http' });
    const seen = await overHttp(target, answer);
    if (seen !== undefined) over(seen);
  };
  const talk: Talk = async (text) => {
    for (const question of questionsIn(text)) {
      if (asked.has(question.id)) continue;
      asked.add(question.id);
      if (asked.size > MOST_QUESTIONS || draw.oneIn(3)) return false;
      await post(damaged(draw, reply(draw, target, question.id, session)));
      // Whatever became of that answer, this one ends the question, so that an end must come.
      await post(undamaged(refusal(target, question, session)));
    }
    // A listening stream has no question, and no end.
    return asked.size > 0;
  };
  const note = exchanged({ input, over: 'http' });
  const seen = await overHttp(target, input, talk);
  // What node:http would not write goes as bytes.
  note(seen ?? (await overSocket(draw, target, input)));
}
