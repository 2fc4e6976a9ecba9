import {
  type Clock,
  type ComponentClass,
  type CountersignServer,
  type Era,
  type Ledger,
  memoryLedger,
  type StateCodec,
  type Token,
} from '@countersign/core';
import { refuseNull } from '@countersign/core/internal';
import { type Caller, callerOf, scopesIn } from './caller.js';
import { type ComponentKind, requestNamed, requestOf } from './component-request.js';
import { allowed, counting, type EffectOptions } from './effects.js';
import { fakeClock } from './fake-clock.js';
import { Flow } from './flow.js';
import type { Circumstances, Session } from './instance.js';
import { beginLegacy } from './legacy/position.js';
import type { Members } from './members.js';
import { beginModern } from './modern/position.js';
import {
  effectsIn,
  nameOf,
  type Overriding,
  overridden,
  overriding,
  withEffect,
} from './override.js';
import type { ComponentRequest } from './sdk.js';
import { seededRandom } from './seeded-random.js';
import type { WithArguments } from './typed.js';

/** An option that is mistyped, or a choice of the play's own such as the codec, must not be passed over in silence. */
const OPTIONS: ReadonlySet<string> = new Set<keyof PlayOptions>(['ledger', 'clock', 'seed']);

/** What `play` takes beside the server. */
export interface PlayOptions {
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
 * have returned. The server given is only a recipe; it is never started, and needs no closing. Throws `TypeError` for an option that it has not.
 *
 * ```ts
 * const asked = await play(server).as('bob').call('deploy', { env: 'staging' });
 * const done = await asked.answer({ confirm: { confirm: true } });
 * ```
 */
export const play = (server: CountersignServer, options: PlayOptions = {}): Play =>
  playing(server, options, () => undefined);

/** As `play`; `played` hears of every round that was written down. */
export function playing(
  server: CountersignServer,
  options: PlayOptions,
  played: Session['played'],
): Play {
  refuseNull('play', options);
  for (const name of Object.keys(options))
    if (!OPTIONS.has(name)) throw new TypeError(`play: no such option: ${name}`);
  const clock = options.clock ?? fakeClock();
  const session: Session = {
    clock,
    ledger: options.ledger ?? memoryLedger({ clock }),
    random: seededRandom(options.seed ?? 1),
    discoveries: new WeakMap(),
    played,
  };
  return new Play({
    session,
    era: '2026',
    server,
    caller: undefined,
    capabilities: EVERYTHING,
    codec: undefined,
    ahead: 0,
    allowErrors: false,
    effects: [],
  });
}

interface Setting extends Circumstances {
  readonly session: Session;
  readonly era: Era;
  readonly allowErrors: boolean;
  readonly effects: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: matches a method of any signature
type AnyMethod = (...args: any[]) => unknown;
/** Names of the methods of a service. */
type MethodOf<T> = { [P in keyof T]: T[P] extends AnyMethod ? P : never }[keyof T] & string;

/** A client before its first request: who calls, from when, and what it declares. Nothing in it changes; every choice returns another. */
export class Play {
  readonly #setting: Setting;

  /** Plays come from `play()`. */
  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /**
   * Says who calls: a user's name, a principal, or a whole validated token. Without it no token is sent. `scopes` are those of
   * the token; by default the ones that the server asks of every token. Throws `TypeError` for an empty name.
   */
  as(caller: Caller, options: { readonly scopes?: readonly string[] } = {}): Play {
    return this.#with({ caller: callerOf(caller, scopesIn(options)) });
  }

  /** Says what the client declares, as the wire has it; by default everything. */
  capabilities(capabilities: Members): Play {
    return this.#with({ capabilities });
  }

  /**
   * Says which revision the client speaks; by default 2026-07-28. A client of `'2025'` is served as the server serves it: asked over
   * its session where there is a `legacyShim()`, and without one not at all.
   */
  era(era: Era): Play {
    return this.#with({ era });
  }

  /** Seals with this codec, or list of codecs, instead of the server's own. */
  codec(codec: StateCodec | readonly StateCodec[]): Play {
    return this.#with({ codec });
  }

  /**
   * Says that the test means the server to fail: an error of its own (a throw that is no `ToolError`,
   * whatever its logger is told as an error) then rejects nothing that has a result. A prompt and a
   * resource have none; their error rejects in any case. Either way the transcript tells it.
   */
  allowErrors(): Play {
    return this.#with({ allowErrors: true });
  }

  /** Says what a token stands for, instead of the server's own provider: `override(Releases).useValue(fake)`. */
  override<T>(token: Token<T>): Overriding<T, Play> {
    const { server, effects } = this.#setting;
    return overriding(token, (provider) =>
      this.#with({
        server: overridden(server, provider),
        effects: [...effects, ...effectsIn(provider)],
      }),
    );
  }

  /**
   * Names a method of a service as an effect on the world. It does what it did; the transcript and
   * `flow.effects` tell where it happened, and `misuse` whether that was before the last answer.
   * Throws `TypeError` for a token that the server does not provide, and where it has no such method.
   */
  effects<T>(token: Token<T>, method: MethodOf<NoInfer<T>>, options: EffectOptions = {}): Play {
    const allow = allowed(options);
    const name = `${nameOf(token)}.${method}`;
    const missing = new TypeError(`effects(): ${name} is no method`);
    let known = true;
    const counted = (service: object) => {
      known = typeof (service as Readonly<Record<string, unknown>>)[method] === 'function';
      if (!known) throw missing;
      return counting(service, method, name, allow);
    };
    const { server, effects } = this.#setting;
    try {
      return this.#with({
        server: withEffect(server, token, counted),
        effects: [...effects, name],
      });
    } catch (error) {
      throw known ? error : missing; // which the container would wrap
    }
  }

  /**
   * Calls a tool, by its class or by its name. By the class, arguments and answers have the types that
   * it tells. Arguments left out are not sent. Throws `TypeError` for a class that is not of the server.
   */
  call<C extends ComponentClass>(
    tool: C,
    ...args: WithArguments<InstanceType<C>>
  ): Promise<Flow<InstanceType<C>>>;
  call(tool: string, args?: Members): Promise<Flow>;
  call(tool: string | ComponentClass, args?: unknown): Promise<Flow> {
    return this.#begin('tool', tool, args);
  }

  /** Gets a prompt, by its class or by its name, as `call` calls a tool. */
  get<C extends ComponentClass>(
    prompt: C,
    ...args: WithArguments<InstanceType<C>>
  ): Promise<Flow<InstanceType<C>>>;
  get(prompt: string, args?: Members): Promise<Flow>;
  get(prompt: string | ComponentClass, args?: unknown): Promise<Flow> {
    return this.#begin('prompt', prompt, args);
  }

  /** Reads a resource, by its URI, or by its class and what the variables of its template stand for. */
  read<C extends ComponentClass>(
    resource: C,
    ...variables: WithArguments<InstanceType<C>>
  ): Promise<Flow<InstanceType<C>>>;
  read(uri: string): Promise<Flow>;
  read(resource: string | ComponentClass, variables?: unknown): Promise<Flow> {
    return this.#begin('resource', resource, variables);
  }

  #with(change: Partial<Setting>): Play {
    return new Play({ ...this.#setting, ...change });
  }

  async #begin(kind: ComponentKind, target: string | ComponentClass, args: unknown): Promise<Flow> {
    const { era, session, ...circumstances } = this.#setting;
    const request: ComponentRequest =
      typeof target === 'string'
        ? requestNamed(kind, target, args)
        : requestOf(circumstances.server, kind, target, args);
    const stage = {
      session,
      ...circumstances,
      request,
      startedAt: session.clock.now(),
      transcript: [],
      cause: undefined,
    };
    return new Flow(await (era === '2026' ? beginModern(stage) : beginLegacy(stage)));
  }
}
