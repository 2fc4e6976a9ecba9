import type { OpenedTicket, TicketSealer, TicketUser } from '../../state/ticket.js';

type Opener = (ticket: unknown, user: TicketUser | undefined) => Promise<OpenedTicket>;

/** Which tickets were made by servers that a test made again, and how those open them. */
export interface LentTickets {
  /** A sealer whose tickets open by `open`. */
  by(sealer: TicketSealer, open: Opener): TicketSealer;
  /** How a ticket opens that such a server made. */
  opener(ticket: unknown): Opener | undefined;
}

/** How many tickets are known at a time; older ones open as any other does. */
const KEPT = 1000;

/**
 * A page of a test asks the server that the test has, while the ticket came from one that was made
 * again, with a clock and perhaps a codec of the test's: only that one can tell what it is worth.
 * Empty in every server that is served.
 */
export function lentTickets(): LentTickets {
  const openers = new Map<unknown, Opener>();
  return {
    by: (sealer, open) => ({
      ...sealer,
      seal: async (subject, user) => {
        const ticket = await sealer.seal(subject, user);
        openers.set(ticket, open);
        const [oldest] = openers.keys();
        if (openers.size > KEPT) openers.delete(oldest);
        return ticket;
      },
    }),
    opener: (ticket) => openers.get(ticket),
  };
}
