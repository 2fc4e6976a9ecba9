import { delay, inject, type Later } from '@countersign/core';
import { Audit } from './audit.js';

/** Marked like its counterpart: whichever file is loaded first, nothing is read too early. */
export class Notes {
  readonly #ids = new Set(['a', 'b']);
  constructor(@inject(delay(() => Audit)) private readonly audit: Later<Audit>) {}

  get count() {
    return this.#ids.size;
  }

  delete(id: string) {
    if (!this.#ids.has(id)) return `There is no ${id}.`;
    this.audit.deleted(id);
    this.#ids.delete(id);
    return `Deleted ${id}.`;
  }
}
