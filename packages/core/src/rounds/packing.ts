import type { AskEntry, ComputeEntry, Entry, Journal, OpenAsk, Reads } from './journal.js';

/** An entry or open ask with its reads named by their place in `reads`, and what is usual left out. */
type Packed<E> = Omit<E, 'kind' | 'reads' | 'outcome' | 'version'> & {
  readonly r?: number;
} & Partial<Pick<AskEntry, 'outcome'> & Pick<ComputeEntry, 'version'>>;

/**
 * A journal as it is sealed. The members of one `ask.all` read the same answers, and most entries look alike: shared reads are
 * written once, and usual members not at all, so that a state has room for as many answers as a request may bring.
 */
export interface PackedJournal
  extends Pick<
    Journal,
    'flow' | 'deadline' | 'idle' | 'rounds' | 'input' | 'tickets' | 'past' | 'payload'
  > {
  readonly reads?: readonly Reads[];
  readonly entries?: { readonly [key: string]: Packed<AskEntry> | Packed<ComputeEntry> };
  readonly open?: { readonly [key: string]: Packed<OpenAsk> };
  readonly attempts?: Journal['attempts'];
  readonly changes?: Journal['changes'];
  readonly before?: Journal['before'];
  /** The span of the flow's first traced round. The engine does not know it; who seals and opens puts it here. */
  readonly trace?: string;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Writes a journal in its sealed form. Members are written out one by one: this is done for every round, and spreading is dear. */
export function packJournal(journal: Journal): PackedJournal {
  const {
    flow,
    deadline,
    idle,
    rounds,
    input,
    tickets,
    past,
    payload,
    entries,
    open,
    attempts,
    changes,
    before,
  } = journal;
  const places = new Map<string, number>();
  const table: Reads[] = [];
  const place = (reads: Reads): { readonly r?: number } => {
    if (isEmpty(reads)) return {};
    const text = JSON.stringify(reads);
    const known = places.get(text);
    if (known !== undefined) return { r: known };
    places.set(text, table.length);
    return { r: table.push(reads) - 1 };
  };
  const packedEntries = mapped(entries, (entry) => packEntry(entry, place));
  const packedOpen = mapped(open, ({ reads, ...ask }) => ({ ...ask, ...place(reads) }));
  const packed: Writable<PackedJournal> = { flow, deadline, idle, rounds, input };
  if (tickets !== undefined) packed.tickets = tickets;
  if (past !== undefined) packed.past = past;
  if (payload !== undefined) packed.payload = payload;
  if (table.length > 0) packed.reads = table;
  if (!isEmpty(packedEntries)) packed.entries = packedEntries;
  if (!isEmpty(packedOpen)) packed.open = packedOpen;
  if (!isEmpty(attempts)) packed.attempts = attempts;
  if (!isEmpty(changes)) packed.changes = changes;
  if (!isEmpty(before)) packed.before = before;
  return packed;
}

function packEntry(
  entry: Entry,
  place: (reads: Reads) => { readonly r?: number },
): Packed<AskEntry> | Packed<ComputeEntry> {
  if (entry.kind === 'ask') {
    const { kind: _, reads, outcome, ...rest } = entry;
    return { ...rest, ...place(reads), ...(outcome === 'answered' ? {} : { outcome }) };
  }
  const { kind: _, reads, version, ...rest } = entry;
  return { ...rest, ...place(reads), ...(version === 1 ? {} : { version }) };
}

/** Reads a journal from its sealed form, after the seal was checked: only a holder of the key can have written it. */
export function unpackJournal(packed: PackedJournal): Journal {
  const { flow, deadline, idle, rounds, input, tickets, past, payload } = packed;
  const { reads = [], entries = {}, open = {}, attempts = {}, changes = {}, before = {} } = packed;
  const readsAt = ({ r }: { readonly r?: number }): Reads =>
    r === undefined ? {} : (reads[r] ?? {});
  const unpacked: Writable<Journal> = {
    flow,
    deadline,
    idle,
    rounds,
    input,
    entries: mapped(entries, (entry) => unpackEntry(entry, readsAt(entry))),
    open: mapped(open, ({ r, ...ask }) => ({
      ...ask,
      reads: readsAt(r === undefined ? {} : { r }),
    })),
    attempts,
    changes,
    before,
  };
  if (tickets !== undefined) unpacked.tickets = tickets;
  if (past !== undefined) unpacked.past = past;
  if (payload !== undefined) unpacked.payload = payload;
  return unpacked;
}

function unpackEntry(
  { r: _, ...packed }: Packed<AskEntry> | Packed<ComputeEntry>,
  reads: Reads,
): Entry {
  if ('ask' in packed)
    return { ...packed, kind: 'ask', reads, outcome: packed.outcome ?? 'answered' };
  return { ...packed, kind: 'compute', reads, version: packed.version ?? 1 };
}

/** Maps by definition, not by assignment: a wire key may be any text. */
const mapped = <A, B>(
  record: { readonly [key: string]: A },
  map: (value: A) => B,
): { readonly [key: string]: B } =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

const isEmpty = (record: object): boolean => {
  for (const _ in record) return false;
  return true;
};
