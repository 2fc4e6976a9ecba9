/** How often somebody looked for something: what a loop without pauses would be seen by. */
export class Looks {
  #count = 0;
  #waiting: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  /** Somebody looks. */
  add(): void {
    this.#count++;
    for (const seen of this.#waiting.splice(0)) seen();
  }

  /** Resolves when somebody looks again. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
