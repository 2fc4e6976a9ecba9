import type { Digest } from '../digest.js';
import type { TicketRefusal } from '../errors.js';
import { isRecord } from '../json.js';
import { MAX_TICKET_BYTES } from '../limits.js';
import type { Principal } from '../principal.js';
import { userHash } from './claims.js';
import { framedCodecs, openFramed, sealFramed } from './framing.js';
import type { StateCodec } from './state-codec.js';

/**
 * Who may open a ticket: the user that a page has signed in, by the issuer and subject that his tokens for the server have, or that
 * `state.principal` gives him.
 */
export type TicketUser = Pick<Principal, 'issuer' | 'subject'>;

/** What a ticket refers to. */
export interface TicketSubject {
  /** Id of the flow: `ctx.flow.id`. */
  readonly flow: string;
  /** The name that it was made for. */
  readonly step: string;
  /** Name of the component. */
  readonly component: string;
  /** Milliseconds since the epoch: the deadline of the flow. */
  readonly expiresAt: number;
}

/** What `server.openTicket` returns: what the ticket refers to, or why it was not opened. */
export type OpenedTicket =
  | ({ readonly ok: true } & TicketSubject)
  | { readonly ok: false; readonly code: TicketRefusal };

export interface TicketOptions {
  /** The first seals, all open. */
  readonly codecs: readonly StateCodec[];
  readonly audience: string;
  readonly skewMs: number;
  /** Milliseconds since the epoch: the only clock. */
  readonly now: () => number;
}

/** Seals and opens tickets. Emits nothing: refusals and old keys are in what `open` returns. */
export interface TicketSealer {
  /** Throws RangeError for names too long for a URL, TypeError for a user who is none, and whatever the codec's `seal` throws. */
  seal(subject: TicketSubject, user: TicketUser): Promise<string>;
  /** Opens an untrusted ticket, whatever it is, for the user who presents it. Never throws. `openedByOld`: as of a state. */
  open(
    ticket: unknown,
    user: TicketUser | undefined,
  ): Promise<{ readonly opened: OpenedTicket; readonly openedByOld?: string }>;
}

/** The sealed plaintext, named as in the claims of a state: audience, salted hash of the user, flow, step, component, expiry. */
interface TicketClaims {
  readonly a: string;
  readonly u: Digest;
  readonly f: string;
  readonly s: string;
  readonly c: string;
  readonly e: number;
}

/**
 * Makes what seals tickets as states are sealed, with a purpose of their own: neither opens as the other. The checks of `open` stand in
 * the order of those of a state, so that nothing is interpreted before it is authentic.
 */
export function ticketSealer({ audience, skewMs, now, ...options }: TicketOptions): TicketSealer {
  const codecs = framedCodecs(options.codecs);
  const refused = (code: TicketRefusal) => ({ opened: { ok: false, code } as const });

  return {
    async seal({ flow, step, component, expiresAt }, user) {
      const u = userHash(user, flow);
      if (u === undefined)
        throw new TypeError('user: expected issuer and subject, the subject not empty');
      const claims: TicketClaims = { a: audience, u, f: flow, s: step, c: component, e: expiresAt };
      const ticket = await sealFramed(
        codecs[0],
        'ticket',
        Buffer.from(JSON.stringify(claims), 'utf8'),
      );
      // The wire form is ASCII: its length is its bytes.
      if (ticket.length > MAX_TICKET_BYTES) {
        throw new RangeError(
          `a ticket of ${ticket.length} bytes, and ${MAX_TICKET_BYTES} are what a URL has room for; shorten the names of step, component and audience`,
        );
      }
      return ticket;
    },

    async open(ticket, user) {
      const frame = await openFramed(codecs, 'ticket', ticket, MAX_TICKET_BYTES);
      if (!frame.ok) return refused(frame.code);
      const claims = readTicket(frame.plain);
      if (claims === undefined) return refused('malformed');
      if (claims.a !== audience) return refused('audience');
      if (claims.u !== presenter(user, claims.f)) return refused('principal');
      // Written so that a clock which says NaN accepts nothing.
      if (!(now() < claims.e + skewMs)) return refused('expired');
      const opened = {
        ok: true,
        flow: claims.f,
        step: claims.s,
        component: claims.c,
        expiresAt: claims.e,
      } as const;
      return frame.current ? { opened } : { opened, openedByOld: frame.tag };
    },
  };
}

/** The page's user as a hash. One that cannot even be read, since a getter throws, say, is nobody. */
function presenter(user: TicketUser | undefined, flow: string): Digest | undefined {
  try {
    return userHash(user, flow);
  } catch {
    return undefined;
  }
}

/** Reads bytes whose seal was checked. `undefined`: a holder of the key sealed something else. */
function readTicket(plain: Uint8Array): TicketClaims | undefined {
  let value: unknown;
  try {
    value = JSON.parse(
      Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength).toString('utf8'),
    );
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { a, u, f, s, c, e } = value;
  const sound =
    [a, u, f, s, c].every((member) => typeof member === 'string') && typeof e === 'number';
  return sound ? (value as unknown as TicketClaims) : undefined;
}
