import { delay, inject, type Later } from '@countersign/core';
import { Notes } from './notes.js';

/** Needs the notes, which need it. */
export class Audit {
  readonly #lines: string[] = [];
  constructor(@inject(delay(() => Notes)) private readonly notes: Later<Notes>) {}

  deleted(id: string) {
    this.#lines.push(`${id}, one of ${this.notes.count}`);
  }
}
