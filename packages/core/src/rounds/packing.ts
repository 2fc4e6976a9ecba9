import { isRecord } from '../json.js';
import type { AskEntry, ComputeEntry, Entry, Journal, OpenAsk, Reads } from './journal.js';

/** An entry or open ask with its reads named by their place in `reads`, and what is usual left out. */
type Packed<E> = Omit<E, 'kind' | 'reads' | 'outcome' | 'version'> & { readonly r?: number } & Partial<
    Pick<AskEntry, 'outcome'> & Pick<ComputeEntry, 'version'>
  >;

/**
 * A journal as it is sealed. The members of one `ask.all` read the same answers, and most entries look alike: shared reads are
 * written once, and usual members not at all, so that a state has room for as many answers as a request may bring.
 */
export interface PackedJournal extends Pick<Journal, 'flow' | 'deadline' | 'idle' | 'rounds' | 'input' | 'payload'> {
  readonly reads?: readonly Reads[];
  readonly entries?: { readonly [key: string]: Packed<AskEntry> | Packed<ComputeEntry> };
  readonly open?: { readonly [key: string]: Packed<OpenAsk> };
  readonly attempts?: Journal['attempts'];
  readonly changes?: Journal['changes'];
}

/** Writes a journal in its sealed form. */
export function packJournal({ entries, open, attempts, changes, ...flow }: Journal): PackedJournal {
  const places = new Map<string, number>();
  const table: Reads[] = [];
  const place = (reads: Reads): { readonly r?: number } => {
    if (Object.keys(reads).length === 0) return {};
    const text = JSON.stringify(reads);
    const known = places.get(text);
    if (known !== undefined) return { r: known };
    places.set(text, table.length);
    return { r: table.push(reads) - 1 };
  };
  const packed = {
    ...filled(
      'entries',
      mapped(entries, (entry) => packEntry(entry, place)),
    ),
    ...filled(
      'open',
      mapped(open, ({ reads, ...ask }) => ({ ...ask, ...place(reads) })),
    ),
    ...filled('attempts', attempts),
    ...filled('changes', changes),
  };
  return { ...flow, ...filled('reads', table), ...packed };
}

function packEntry(entry: Entry, place: (reads: Reads) => { readonly r?: number }): Packed<AskEntry> | Packed<ComputeEntry> {
  if (entry.kind === 'ask') {
    const { kind: _, reads, outcome, ...rest } = entry;
    return { ...rest, ...place(reads), ...(outcome === 'answered' ? {} : { outcome }) };
  }
  const { kind: _, reads, version, ...rest } = entry;
  return { ...rest, ...place(reads), ...(version === 1 ? {} : { version }) };
}

/** Reads a journal from its sealed form, after the seal was checked: only a holder of the key can have written it. */
export function unpackJournal({ reads = [], entries = {}, open = {}, attempts = {}, changes = {}, ...flow }: PackedJournal): Journal {
  const readsAt = ({ r }: { readonly r?: number }): Reads => (r === undefined ? {} : (reads[r] ?? {}));
  return {
    ...flow,
    entries: mapped(entries, (packed) => unpackEntry(packed, readsAt(packed))),
    open: mapped(open, ({ r, ...ask }) => ({ ...ask, reads: readsAt(r === undefined ? {} : { r }) })),
    attempts,
    changes,
  };
}

function unpackEntry({ r: _, ...packed }: Packed<AskEntry> | Packed<ComputeEntry>, reads: Reads): Entry {
  if ('ask' in packed) return { ...packed, kind: 'ask', reads, outcome: packed.outcome ?? 'answered' };
  return { ...packed, kind: 'compute', reads, version: packed.version ?? 1 };
}

/** Maps by definition, not by assignment: a wire key may be any text. */
const mapped = <A, B>(record: { readonly [key: string]: A }, map: (value: A) => B): { readonly [key: string]: B } =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

const filled = <N extends string, V extends object>(name: N, value: V): { readonly [K in N]?: V } =>
  (isRecord(value) ? Object.keys(value).length : (value as readonly unknown[]).length) > 0 ? ({ [name]: value } as { [K in N]: V }) : {};
