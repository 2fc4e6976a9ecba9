/** Where the demo prints. Plain text when nobody watches, or when `NO_COLOR` is set (no-color.org). */
export class Terminal {
  private readonly width: number;
  private readonly colours: boolean;

  constructor(
    private readonly out: NodeJS.WriteStream,
    private readonly full: boolean,
  ) {
    this.width = out.columns || 200; // 0 on some pseudo-terminals
    this.colours = out.isTTY === true && !process.env.NO_COLOR;
  }

  part(text: string): void {
    this.line(`\n${this.colour(1, text)}\n${'='.repeat(text.length)}`);
  }

  act(text: string): void {
    this.line(`\n${this.colour(1, `# ${text}`)}`);
  }

  /** Says what happens next, or what to look at. */
  say(text: string): void {
    this.line(this.colour(36, `    ${text}`));
  }

  /** One message on the wire: from left to right, from whom, and what; trimmed unless `--full`. */
  message(arrow: '-->' | '<--', who: string, text: string): void {
    const line = `${arrow} ${who.padEnd(8)} ${text}`;
    this.line(
      this.colour(
        2,
        this.full || line.length <= this.width ? line : `${line.slice(0, this.width - 3)}...`,
      ),
    );
  }

  verdict(ok: boolean, text: string): void {
    this.line(
      ok ? `    ${this.colour(32, 'ok')} ${text}` : `    ${this.colour(31, 'FAILED')} ${text}`,
    );
  }

  line(text: string): void {
    this.out.write(`${text}\n`);
  }

  private colour(code: number, text: string): string {
    return this.colours ? `\u001b[${code}m${text}\u001b[0m` : text;
  }
}
