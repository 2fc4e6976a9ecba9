import type { Input } from './damage.js';

/** The word in the body of whoever may have said yes; escapes are what spares no parse. */
const YES = ['yes', '\\u'];

/** Says whether a body holds the yes to `wipe`, wherever in it: what it may have an effect for. */
export function saysYes({ body }: Input): boolean {
  if (
    body === undefined ||
    !YES.some((yes) => Buffer.from(body.buffer, body.byteOffset, body.length).includes(yes))
  )
    return false;
  try {
    return holdsYes(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    return false;
  }
}

function holdsYes(value: unknown): boolean {
  const left = [value];
  // No recursion: bodies are nested deeper than a stack.
  for (let held = left.pop(); left.length > 0 || held !== undefined; held = left.pop()) {
    if (typeof held !== 'object' || held === null) continue;
    const { action, content } = held as {
      action?: unknown;
      content?: { confirm?: unknown } | null;
    };
    if (action === 'accept' && content?.confirm === 'yes') return true;
    for (const member of Object.values(held)) left.push(member);
  }
  return false;
}

/** What was agreed to at one target, against what happened there. */
export class Consents {
  readonly #given = new Set<string>();

  /** Hears of every input that is sent, under the name that its client gives itself. */
  note(client: string, input: Input): void {
    if (saysYes(input)) this.#given.add(client);
  }

  /** The names of those for whom something was wiped that they did not agree to. */
  missing(wiped: readonly string[]): readonly string[] {
    const others = wiped.filter((client) => !this.#given.has(client));
    // In a session the client has the session's name. An input may be sent twice on one connection, and counts twice.
    const unnamed = others.filter((client) => !/^input \d+$/.test(client));
    const named = others.filter((client) => !unnamed.includes(client));
    return unnamed.length > 2 * this.#given.size ? others : named;
  }

  /** How many agreed. */
  get given(): number {
    return this.#given.size;
  }
}
