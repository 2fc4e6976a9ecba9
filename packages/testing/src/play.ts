import { type Clock, type CountersignServer, type Ledger, memoryLedger, type StateCodec } from '@countersign/core';
import { type Caller, callerOf, type PlayedCaller } from './caller.js';
import { fakeClock } from './fake-clock.js';
import { begin, type Flow } from './flow.js';
import type { Session } from './round.js';
import type { ComponentRequest } from './sdk.js';
import { seededRandom } from './seeded-random.js';

type Members = Readonly<Record<string, unknown>>;

/** What `play` takes beside the server. */
export interface PlayOptions {
  /** Seals instead of the server's own `state.codec`. */
  readonly codec?: StateCodec | readonly StateCodec[];
  /** Remembers what `once` tools have run; default a `memoryLedger()` of this play's own, which no other play can meet. */
  readonly ledger?: Ledger;
  /** Tells the server the time; default a `fakeClock()` of this play's own. */
  readonly clock?: Clock;
  /** Seeds the server's randomness (flow ids); default 1. Codecs keep their own. */
  readonly seed?: number;
}

/** A client that can take every question there is. */
const EVERYTHING: Members = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: {},
};

/**
 * Plays a client of a server, in-process: the official client and the official wire format on one side, `server.fetch` with all
 * its checks on the other, a fresh instance of the server for every round, and time that passes only when the test says so.
 *
 * Authentication, where the server has it, is gone through: the played caller's token is one that the server's verifier would
 * have returned. The server given is only a recipe; it is never started, and needs no closing.
 *
 * ```ts
 * const asked = await play(server).as('bob').call('deploy', { env: 'staging' });
 * const done = await asked.answer({ confirm: { confirm: true } });
 * ```
 */
export function play(server: CountersignServer, options: PlayOptions = {}): Play {
  const clock = options.clock ?? fakeClock();
  const session: Session = {
    clock,
    ledger: options.ledger ?? memoryLedger({ clock }),
    random: seededRandom(options.seed ?? 1),
    codec: options.codec,
    discoveries: new WeakMap(),
  };
  return new Play(session, server, undefined, EVERYTHING);
}

/** A client before its first request: who calls, and what it declares. Nothing in it changes; every choice returns another. */
export class Play {
  readonly #session: Session;
  readonly #server: CountersignServer;
  readonly #caller: PlayedCaller | undefined;
  readonly #capabilities: Members;

  /** Plays come from `play()`. */
  constructor(session: Session, server: CountersignServer, caller: PlayedCaller | undefined, capabilities: Members) {
    this.#session = session;
    this.#server = server;
    this.#caller = caller;
    this.#capabilities = capabilities;
  }

  /**
   * Says who calls: a user's name, a principal, or a whole validated token. Without it no token is sent. `scopes` are those of
   * the token; by default the ones that the server asks of every token. Throws `TypeError` for an empty name.
   */
  as(caller: Caller, options: { readonly scopes?: readonly string[] } = {}): Play {
    return new Play(this.#session, this.#server, callerOf(caller, options.scopes), this.#capabilities);
  }

  /** Says what the client declares, as the wire has it; by default everything. */
  capabilities(capabilities: Members): Play {
    return new Play(this.#session, this.#server, this.#caller, capabilities);
  }

  /** Calls a tool. Arguments left out are not sent. */
  call(tool: string, args?: Members): Promise<Flow> {
    return this.#begin({ method: 'tools/call', params: { name: tool, ...(args !== undefined && { arguments: args }) } });
  }

  /** Gets a prompt. Arguments left out are not sent. */
  get(prompt: string, args?: Members): Promise<Flow> {
    return this.#begin({ method: 'prompts/get', params: { name: prompt, ...(args !== undefined && { arguments: args }) } });
  }

  /** Reads a resource. */
  read(uri: string): Promise<Flow> {
    return this.#begin({ method: 'resources/read', params: { uri } });
  }

  #begin(request: ComponentRequest): Promise<Flow> {
    return begin({
      session: this.#session,
      server: this.#server,
      caller: this.#caller,
      capabilities: this.#capabilities,
      ahead: 0,
      request,
    });
  }
}
