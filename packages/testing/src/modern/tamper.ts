import { isRecord, readClaims } from '@countersign/core/internal';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

interface Framed {
  readonly tag: string;
  readonly sealed: Buffer;
}

/** Throws `TypeError` for a string that is no framed state. */
function unframed(state: string): Framed {
  const dot = state.indexOf('.');
  const sealed = Buffer.from(state.slice(dot + 1), 'base64url');
  if (dot < 1 || sealed.length === 0)
    throw new TypeError('this is no state of a Countersign server');
  return { tag: state.slice(0, dot), sealed };
}

/** Spelt as strictly as any state, so that it is the seal that has to notice. */
const framed = ({ tag }: Framed, sealed: Uint8Array): string =>
  `${tag}.${Buffer.from(sealed).toString('base64url')}`;

/** Flips one bit in the middle of what a state seals. */
export function flipMiddleBit(state: string): string {
  const parts = unframed(state);
  const middle = parts.sealed.length >> 1;
  parts.sealed.writeUInt8(parts.sealed.readUInt8(middle) ^ 1, middle);
  return framed(parts, parts.sealed);
}

/** Cuts the last byte off what a state seals. */
export function cutLastByte(state: string): string {
  const parts = unframed(state);
  return framed(parts, parts.sealed.subarray(0, -1));
}

/** The state once for each of its characters, with another character in that place; or for so many of them, from the first to the last. */
export function* alteredAnywhere(state: string, atMost: number = state.length): Generator<string> {
  unframed(state);
  const places = Math.min(atMost, state.length);
  for (let nth = 0; nth < places; nth++) {
    const at = Math.round((nth * (state.length - 1)) / Math.max(1, places - 1));
    const known = ALPHABET.indexOf(state.charAt(at));
    yield state.slice(0, at) + ALPHABET.charAt((known + 1) % ALPHABET.length) + state.slice(at + 1);
  }
}

/**
 * Writes a value of one's own for a step into what a state seals, as well as somebody without the key can: into the journal where
 * it can be read, and blindly over its middle where it cannot.
 */
export function overwrite(state: string, step: string, value: unknown): string {
  const parts = unframed(state);
  const { sealed } = parts;
  const plain = readablePart(sealed);
  if (plain === undefined) {
    const blind = Buffer.from(sealed);
    blind.fill(JSON.stringify(value) ?? 'null', sealed.length >> 1, sealed.length - 1);
    return framed(parts, blind);
  }
  const claims = JSON.parse(sealed.subarray(plain.start, plain.end).toString('utf8'));
  claims.j = journalWith(claims.j, step, value);
  const text = Buffer.from(JSON.stringify(claims), 'utf8');
  return framed(
    parts,
    Buffer.concat([sealed.subarray(0, plain.start), text, sealed.subarray(plain.end)]),
  );
}

/** Where the sealed bytes show the claims, if they do. */
function readablePart(
  sealed: Buffer,
): { readonly start: number; readonly end: number } | undefined {
  for (let start = sealed.indexOf('{"'); start >= 0; start = sealed.indexOf('{"', start + 1)) {
    for (
      let end = sealed.lastIndexOf('}') + 1;
      end > start;
      end = sealed.subarray(0, end - 1).lastIndexOf('}') + 1
    ) {
      if (readClaims(sealed.subarray(start, end)) !== undefined) return { start, end };
    }
  }
  return undefined;
}

/** The journal as its server would have written it, had the step been settled to this value. */
function journalWith(
  journal: Record<string, unknown>,
  step: string,
  value: unknown,
): Record<string, unknown> {
  const open = isRecord(journal.open) ? journal.open : {};
  const entries = isRecord(journal.entries) ? journal.entries : {};
  const known = isRecord(entries[step]) ? entries[step] : isRecord(open[step]) ? open[step] : {};
  const { [step]: _, ...stillOpen } = open;
  return {
    ...journal,
    open: stillOpen,
    entries: { ...entries, [step]: { ...known, ['ask' in known ? 'raw' : 'value']: value } },
  };
}
