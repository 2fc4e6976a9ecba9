import { isDeepStrictEqual } from 'node:util';
import type { Terminal } from './terminal.js';

/** What the demo expects of itself. Every expectation is printed; the last line counts them. */
export class Checks {
  private total = 0;
  private kept = 0;

  constructor(private readonly terminal: Terminal) {}

  get allKept(): boolean {
    return this.total > 0 && this.kept === this.total;
  }

  get summary(): string {
    return `demo: ${this.kept} of ${this.total} as expected`;
  }

  /** Expects a value, and prints what came. */
  equal(what: string, actual: unknown, expected: unknown): void {
    const holds = isDeepStrictEqual(actual, expected);
    const came =
      typeof actual === 'string' && !actual.includes('\n') ? actual : JSON.stringify(actual);
    this.that(
      holds ? `${what}: ${came}` : `${what}: expected ${JSON.stringify(expected)}, got ${came}`,
      holds,
    );
  }

  that(what: string, holds: boolean): void {
    this.total++;
    if (holds) this.kept++;
    this.terminal.verdict(holds, what);
  }

  /** An act that could not go on counts as one expectation that failed. */
  broken(what: string, error: unknown): void {
    this.that(
      `${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      false,
    );
  }
}
