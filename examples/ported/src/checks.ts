import { isDeepStrictEqual } from 'node:util';

/** What the example expects of itself. Every expectation is printed; the last line counts them. */
export class Checks {
  private total = 0;
  private kept = 0;

  constructor(
    private readonly name: string,
    private readonly print: (line: string) => void = console.log,
  ) {}

  get allKept(): boolean {
    return this.total > 0 && this.kept === this.total;
  }

  get summary(): string {
    return `${this.name}: ${this.kept} of ${this.total} as expected`;
  }

  say(text: string): void {
    this.print(`\n# ${text}`);
  }

  /** Expects a value, and prints what came. */
  equal(what: string, actual: unknown, expected: unknown): void {
    const holds = isDeepStrictEqual(actual, expected);
    this.that(
      `${what}: ${holds ? '' : `expected ${JSON.stringify(expected)}, got `}${JSON.stringify(actual)}`,
      holds,
    );
  }

  that(what: string, holds: boolean): void {
    this.total++;
    if (holds) this.kept++;
    this.print(`${holds ? 'ok    ' : 'FAILED'} ${what}`);
  }

  /** A story that could not go on counts as one expectation that failed. */
  broken(error: unknown): void {
    this.that(error instanceof Error ? (error.stack ?? error.message) : String(error), false);
  }
}
