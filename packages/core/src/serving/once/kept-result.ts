import { isRecord } from '../../json.js';
import { framedCodecs, openFramed, sealFramed } from '../../state/framing.js';
import type { StateCodec } from '../../state/state-codec.js';
import type { Outcome } from '../results/outcome.js';

/** What a claimed flow can end in. Returned, declined and thrown are kept alike. */
export type Keepable = Extract<Outcome, { kind: 'completed' | 'refused' | 'failed' }>;

/** In place of a result that the ledger would not take. */
export const TOO_LARGE = { kind: 'too_large' } as const;

export type Kept = Keepable | typeof TOO_LARGE;

const KINDS: ReadonlySet<unknown> = new Set<Kept['kind']>([
  'completed',
  'refused',
  'failed',
  'too_large',
]);

export const isKeepable = (outcome: Outcome): outcome is Keepable => KINDS.has(outcome.kind);

/** Seals what a flow ended in for the ledger, and opens it again. */
export interface KeptResults {
  seal(flow: string, kept: Kept): Promise<Uint8Array>;
  /** `undefined`: it does not open, or was kept for another flow or server. What a ledger returns is untrusted until then. */
  open(flow: string, sealed: Uint8Array): Promise<Kept | undefined>;
}

/**
 * Results are sealed as states are, with a purpose of their own, so that neither opens as the other; and with the flow and the
 * server, so that whoever writes to the store can give nobody another's result. The first codec seals, all open.
 */
export function keptResults(codecs: readonly StateCodec[], audience: string): KeptResults {
  const framed = framedCodecs(codecs);
  return {
    async seal(flow, kept) {
      return Buffer.from(
        await sealFramed(
          framed[0],
          'result',
          Buffer.from(JSON.stringify({ a: audience, f: flow, o: kept })),
        ),
        'latin1',
      );
    },
    async open(flow, sealed) {
      const text = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).toString(
        'latin1',
      );
      const opened = await openFramed(framed, 'result', text, Number.POSITIVE_INFINITY);
      if (!opened.ok) return undefined;
      try {
        const { a, f, o } = JSON.parse(Buffer.from(opened.plain).toString('utf8'));
        return a === audience && f === flow && isRecord(o) && KINDS.has(o.kind)
          ? (o as unknown as Kept)
          : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
