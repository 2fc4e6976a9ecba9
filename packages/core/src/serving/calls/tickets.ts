import type { ServerEvent } from '../../events.js';
import {
  type OpenedTicket,
  type TicketSealer,
  type TicketUser,
  ticketSealer,
} from '../../state/ticket.js';
import type { Settings } from '../options/settings.js';

/** Makes what seals and opens the tickets of a server; absent where no codec is configured. */
export function ticketsOf({
  codecs,
  audience,
  skewSeconds,
  clock,
}: Settings): TicketSealer | undefined {
  if (codecs.length === 0) return undefined;
  return ticketSealer({ codecs, audience, skewMs: skewSeconds * 1000, now: () => clock.now() });
}

/** Makes `server.openTicket`: opens a ticket, and tells the operator why one was refused. */
export function ticketOpener(
  { options, clock, logger }: Settings,
  sealer: TicketSealer | undefined,
  emit: (event: ServerEvent) => void,
): (ticket: unknown, user: TicketUser | undefined) => Promise<OpenedTicket> {
  /** A page belongs to no client, and so to no era of theirs; what is told of the server as a whole is told as of 2026. */
  const about = (component: string) => ({ at: clock.now(), component, era: '2026' }) as const;

  return async (ticket, user) => {
    // As a state is that no codec could have sealed.
    if (sealer === undefined) return { ok: false, code: 'unknown_key' };
    const { opened, openedByOld } = await sealer.open(ticket, user);
    if (!opened.ok) {
      const { code } = opened;
      logger.warn({ code }, 'a ticket was refused');
      emit({ ...about(options.name), type: 'ticket.refused', code });
    } else if (openedByOld !== undefined) {
      emit({
        ...about(opened.component),
        flow: opened.flow,
        type: 'state.opened_by_old',
        tag: openedByOld,
      });
    }
    return opened;
  };
}
