import type { Input } from './damage.js';

/** What came back, as far as it came. */
export interface Seen {
  /** `none`: the connection ended without an answer; `left`: and it was the sender who ended it. */
  readonly end: 'answered' | 'none' | 'left' | 'hung';
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** Whether it may have been another body than the input's that arrived: HTTP's own lengths were damaged. */
  readonly reframed?: boolean;
  /** The session that it opened, if any. */
  readonly session?: string;
}

/** One input and what came back. One number may stand for several: a question that was asked on the way is answered. */
export interface Exchange {
  readonly input: Input;
  readonly seen: Seen;
}

export const NOTHING = { status: 0, type: '', text: '' };

/** What is seen of a request that has no end. */
export const HUNG: Seen = { ...NOTHING, end: 'hung' };

export const STREAM = 'text/event-stream';

/** A request of the server's, or the word that a subscription is open: nothing more comes by itself. */
export const WAITS =
  /"method":"(?:elicitation\/create|sampling\/createMessage|roots\/list|notifications\/subscriptions\/acknowledged)"/;

/** The messages of a body; of a stream, those that are whole. Throws what `JSON.parse` throws. */
export function messagesIn(type: string, text: string): readonly unknown[] {
  if (!type.startsWith(STREAM)) return [JSON.parse(text)].flat();
  const whole = text.slice(0, text.lastIndexOf('\n\n') + 1);
  return [...whole.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
}

/** How often the watch looks, in milliseconds, and how many looks anything may take: generous, since a busy machine is no hang. */
const LOOK_MS = 250;
const LOOKS = 120;

/**
 * Ends what has no end. It counts its own looks and not the time: on a machine that stood still, much time has passed and yet
 * nothing had a chance to come.
 */
export class Watch {
  readonly #pending = new Map<() => void, number>();
  readonly #timer = setInterval(() => this.#look(), LOOK_MS);
  #looks = 0;
  readonly #turned: () => void;

  /** `turned` hears of every look: the loop goes on. */
  constructor(turned: () => void = () => undefined) {
    this.#turned = turned;
  }

  /** Resolves as the work does, or to `hung` if that takes too long. */
  over<T, H>(work: Promise<T>, hung: H): Promise<T | H> {
    return new Promise((resolve, reject) => {
      const giveUp = () => resolve(hung);
      this.#pending.set(giveUp, this.#looks);
      work.then(resolve, reject).finally(() => this.#pending.delete(giveUp));
    });
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#looks++;
    this.#turned();
    for (const [giveUp, since] of this.#pending) if (this.#looks - since > LOOKS) giveUp();
  }
}
