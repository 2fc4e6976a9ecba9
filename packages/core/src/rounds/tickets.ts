import { ConfigError } from '../errors.js';
import { type Journal, stepOf } from './journal.js';

/** The tickets of one flow, in one round of it. */
export interface FlowTickets {
  /** `ctx.flow.ticket`. */
  ticket(step: string): Promise<string>;
  /** Those that the next state carries; `undefined` for none. */
  held(): Journal['tickets'];
}

export interface TicketParts {
  /** Named in errors. */
  readonly className: string;
  /** Steps of the component, by name. Empty for a handler without steps, whose keys are its own. */
  readonly steps: ReadonlyMap<string, unknown>;
  /** Those that the presented state carried. */
  readonly carried: Journal['tickets'];
  /** Absent where there is no codec to seal with. */
  readonly seal: ((step: string) => Promise<string>) | undefined;
}

/**
 * Makes a flow's tickets: each sealed once and then carried by the journal, so that a question which shows one is the same in every
 * round. A new one each time would be another question, and its answer would count for nothing (R2).
 */
export function flowTickets({ className, steps, carried, seal }: TicketParts): FlowTickets {
  let sealing: Map<string, Promise<string>> | undefined;
  let held = carried;

  const make = async (step: string): Promise<string> => {
    if (seal === undefined) {
      throw new ConfigError(
        'state_codec',
        `${className}: ctx.flow.ticket() needs a codec to seal with; pass state: { codec: aeadCodec({ keys }) }`,
      );
    }
    const ticket = await seal(step);
    // Defined, not assigned: the key of a handler without steps may be any text.
    held = Object.fromEntries([...Object.entries(held ?? {}), [step, ticket]]);
    return ticket;
  };

  return {
    ticket: async (step) => {
      if (typeof step !== 'string' || step === '')
        throw new TypeError(`${className}: ctx.flow.ticket() takes the name of a step`);
      if (steps.size > 0 && !steps.has(stepOf(step))) {
        throw new TypeError(
          `${className}: ctx.flow.ticket("${step}") names no step; steps: ${[...steps.keys()].join(', ')}`,
        );
      }
      if (held !== undefined && Object.hasOwn(held, step)) return held[step] as string;
      sealing ??= new Map();
      const begun = sealing.get(step) ?? make(step);
      sealing.set(step, begun);
      return begun;
    },
    held: () => held,
  };
}
