const ANY = '[\\s\\S]';
/** Start and end of a line (ECMA-262 §22.2.2.4), which `^` and `$` alone are only under the flag m. */
const LINE_START = '(?<![^\\n\\r\\u2028\\u2029])';
const LINE_END = '(?![^\\n\\r\\u2028\\u2029])';
/** What a class with the flags i and u also takes for k and s (Unicode simple case folding). */
const FOLDED: Readonly<Record<string, string>> = { k: '\\u212A', s: '\\u017F' };

/**
 * Writes a regular expression as a `pattern`, which has no flags and is read with the flag u: the flags
 * i, s, m and y become part of the text, and escapes that u forbids lose their backslash. `undefined`
 * where that cannot be done exactly. A class without u counts a character beyond the BMP as two; a
 * pattern counts it as one.
 */
export function patternOf(regex: RegExp): string | undefined {
  const { source, flags } = regex;
  if (flags.includes('v') && /&&|--|\\q|\[[^\]]*\[/.test(source)) return undefined;
  const has = (flag: string) => flags.includes(flag);
  const modern = has('u') || has('v');
  if (modern && !/[ism]/.test(flags)) return sticky(source, has('y'));
  try {
    const text = new Rewriting(source, { i: has('i'), s: has('s'), m: has('m'), u: modern }).all();
    new RegExp(text, 'u');
    return sticky(text, has('y'));
  } catch {
    return undefined;
  }
}

const sticky = (text: string, is: boolean): string => (is ? `^(?:${text})` : text);

class Inexact extends Error {}

interface Flags {
  readonly i: boolean;
  readonly s: boolean;
  readonly m: boolean;
  readonly u: boolean;
}

class Rewriting {
  #at = 0;
  constructor(
    readonly source: string,
    readonly flags: Flags,
  ) {}

  all(): string {
    let text = '';
    while (this.#at < this.source.length) text += this.#next();
    return text;
  }

  #next(): string {
    const { source, flags } = this;
    const character = source.charAt(this.#at);
    if (character === '\\') return this.#escape(false).text;
    if (character === '[') return this.#class();
    const braces = /^\{\d+(,\d*)?\}/.exec(source.slice(this.#at))?.[0];
    const name = /^\(\?<[^=!][^>]*>/.exec(source.slice(this.#at))?.[0];
    const whole = braces ?? name;
    this.#at += whole?.length ?? 1;
    if (whole !== undefined) return whole;
    if (character === '.') return flags.s ? ANY : '.';
    if (character === '^') return flags.m ? LINE_START : '^';
    if (character === '$') return flags.m ? LINE_END : '$';
    if (!flags.u && /[{}\]]/.test(character)) return `\\${character}`;
    const cases = this.#cases(character);
    return cases === '' ? character : `[${character}${cases}]`;
  }

  #class(): string {
    this.#at++;
    let text = '[';
    if (this.source[this.#at] === '^') {
      text += '^';
      this.#at++;
    }
    while (this.source[this.#at] !== ']') {
      if (this.#at >= this.source.length) throw new Inexact();
      const first = this.#member();
      const isRange = this.source[this.#at] === '-' && this.source[this.#at + 1] !== ']';
      if (!isRange) {
        text += first.text + (first.is === undefined ? '' : this.#cases(first.is));
        continue;
      }
      this.#at++;
      const last = this.#member();
      if (first.is === undefined || last.is === undefined) text += `${first.text}\\-${last.text}`;
      else text += `${first.text}-${last.text}${this.#rangeCases(first.is, last.is)}`;
    }
    this.#at++;
    return `${text}]`;
  }

  #member(): { readonly text: string; readonly is?: string } {
    if (this.source[this.#at] === '\\') return this.#escape(true);
    const is = String.fromCodePoint(this.source.codePointAt(this.#at) ?? 0);
    this.#at += is.length;
    return { text: is, is };
  }

  /** `is` is the one character that the escape stands for. */
  #escape(inClass: boolean): { readonly text: string; readonly is?: string } {
    const { source, flags } = this;
    const rest = source.slice(this.#at);
    const coded = /^\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4}))/.exec(rest);
    const character = rest.charAt(1);
    this.#at += coded?.[0].length ?? 2;
    if (coded !== null) {
      const is = String.fromCharCode(Number.parseInt(coded[1] ?? coded[2] ?? '', 16));
      const cases = inClass ? '' : this.#cases(is);
      return { text: cases === '' ? coded[0] : `[${coded[0]}${cases}]`, is };
    }
    if (/[dDsSfnrtv]/.test(character)) return { text: `\\${character}` };
    if (/[wWbB]/.test(character)) {
      if (flags.i && flags.u) throw new Inexact();
      return { text: `\\${character}` };
    }
    if (/[1-9ck0]/.test(character) || (flags.u && /[puP]/.test(character))) {
      if (flags.i || character === '0' || inClass) throw new Inexact();
      return { text: `\\${character}` };
    }
    const is = character;
    if (/[\^$\\.*+?()[\]{}|/]/.test(is) || (inClass && is === '-')) return { text: `\\${is}`, is };
    const cases = inClass ? '' : this.#cases(is);
    return { text: cases === '' ? is : `[${is}${cases}]`, is };
  }

  /** The other ways to write a character, where case does not count. */
  #cases(character: string): string {
    if (!this.flags.i) return '';
    const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
    if (lower === upper) return '';
    if (!/^[a-z]$/.test(lower)) throw new Inexact();
    return (character === lower ? upper : lower) + (this.flags.u ? (FOLDED[lower] ?? '') : '');
  }

  #rangeCases(first: string, last: string): string {
    if (!this.flags.i) return '';
    if (last > '\u007f') throw new Inexact();
    let text = '';
    for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code++) {
      const character = String.fromCharCode(code);
      if (/[A-Za-z]/.test(character)) text += this.#cases(character);
    }
    return text;
  }
}
