/**
 * Finds a whole number that a parser of JSON has rounded, or may have: one beyond ±(2^53 − 1), where
 * a double no longer tells two neighbours apart (RFC 8259 §6), so that 2047948614742839297 arrives as
 * the id of another record. Returns the path of the first, such as `arguments.ids[0]`, never its
 * value. Looking at the parsed value is enough: rounding keeps the order, so whatever was written
 * beyond the range is still beyond it, or infinite.
 *
 * Iterative, since hostile nesting could exhaust the stack; safe with cycles, since an embedder may
 * have made the value.
 */
export function roundedNumber(value: unknown): string | undefined {
  if (isRounded(value)) return '';
  const seen = new Set<object>();
  const open: Node[] = isObject(value) ? [{ value, key: '', in: undefined }] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node.value)) continue;
    seen.add(node.value);
    for (const key of Object.keys(node.value)) {
      const member = (node.value as Record<string, unknown>)[key];
      if (isRounded(member)) return pathOf(node, key);
      if (isObject(member)) open.push({ value: member, key, in: node });
    }
  }
  return undefined;
}

/**
 * Whether a text of JSON may hold such a number: sixteen digits in a row, or an exponent, in a string
 * or outside. Cheap, for the many texts that have neither.
 */
export const mayBeRounded = (json: string): boolean => /\d{16}|\d[eE]\+?\d/.test(json);

/** Keys are the client's own text. */
const MAX_PATH = 200;
const MAX_STEPS = 64;

interface Node {
  readonly value: object;
  readonly key: string;
  readonly in: Node | undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A bigint comes of an embedder's own parser; no schema and no sealed state knows it. */
const isRounded = (value: unknown): boolean =>
  typeof value === 'number'
    ? !Number.isSafeInteger(value) && (Number.isInteger(value) || !Number.isFinite(value))
    : typeof value === 'bigint';

/** Written from its end; a long one keeps its beginning, and is cut there. */
function pathOf(node: Node, last: string): string {
  const steps: string[] = [];
  let key = last;
  for (let at: Node | undefined = node; at !== undefined; key = at.key, at = at.in)
    steps.push(Array.isArray(at.value) ? `[${key}]` : `.${key}`);
  return steps.slice(-MAX_STEPS).reverse().join('').replace(/^\./, '').slice(0, MAX_PATH);
}
