/** One piece of a template: text that must stand there, or a variable. */
type Piece = { readonly text: string } | { readonly variable: string; readonly reserved: boolean };

/** A compiled RFC 6570 template of level 1 and `{+variable}` of level 2. */
export interface UriTemplate {
  readonly variables: readonly string[];
  /** The template with its variables' names left out: two templates of one shape match the same URIs. */
  readonly shape: string;
  /** The variables' percent-decoded values, or `undefined`. Linear in the URI's length. The values are untrusted: one may hold `/` or `..`. */
  match(uri: string): Readonly<Record<string, string>> | undefined;
}

/** Says why a string is no template that can be matched. */
export type TemplateProblem = { readonly problem: string };

/** Compiles a URI template (RFC 6570). Operators other than `+`, lists and modifiers are refused: they have no one inverse. */
export function uriTemplate(source: string): UriTemplate | TemplateProblem {
  const pieces: Piece[] = [];
  const variables: string[] = [];
  for (const part of source.split(/(\{[^{}]*\})/)) {
    if (part === '') continue;
    if (!part.startsWith('{') || !part.endsWith('}')) {
      if (/[{}]/.test(part)) return { problem: 'a brace is not closed, or closes nothing' };
      pieces.push({ text: part });
      continue;
    }
    // RFC 6570 §2.3: a varname is letters, digits and "_", with dots between; percent-encoded ones are left out.
    const [, operator, variable] = /^\{(\+?)(\w+(?:\.\w+)*)\}$/.exec(part) ?? [];
    if (variable === undefined)
      return { problem: `the expression ${part} is not {variable} or {+variable}` };
    if (variables.includes(variable)) return { problem: `the variable ${variable} occurs twice` };
    const before = pieces.at(-1);
    if (before !== undefined && 'variable' in before)
      return {
        problem: `nothing stands between ${before.variable} and ${variable}, so a URI has no one reading`,
      };
    variables.push(variable);
    pieces.push({ variable, reserved: operator === '+' });
  }
  if (variables.length === 0) return { problem: 'it has no variable' };
  const shape = pieces
    .map((piece) => ('text' in piece ? piece.text : piece.reserved ? '{+}' : '{}'))
    .join('');
  return { variables, shape, match: (uri) => match(pieces, uri) };
}

/**
 * Matches without backtracking: a variable ends where the following text first occurs, the last one where the final text
 * begins. A regular expression would take time in a power of the length of a URI that anyone may send.
 */
function match(
  pieces: readonly Piece[],
  uri: string,
): Readonly<Record<string, string>> | undefined {
  const values: Record<string, string> = Object.create(null);
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    if ('text' in piece) {
      if (!uri.startsWith(piece.text, at)) return undefined;
      at += piece.text.length;
      continue;
    }
    const next = pieces[index + 1];
    const end = endOf(uri, at, next, index + 2 === pieces.length);
    const raw = end > at ? uri.slice(at, end) : '';
    if (raw === '' || (!piece.reserved && /[/?#]/.test(raw))) return undefined;
    const value = decode(raw);
    if (value === undefined) return undefined;
    values[piece.variable] = value;
    at = end;
  }
  return at === uri.length ? values : undefined;
}

function endOf(uri: string, from: number, next: Piece | undefined, nextIsLast: boolean): number {
  if (next === undefined || !('text' in next)) return uri.length;
  if (!nextIsLast) return uri.indexOf(next.text, from + 1);
  return uri.endsWith(next.text) ? uri.length - next.text.length : -1;
}

function decode(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}
