import { Looks } from './looks.js';

/** What is to be approved, by flow, and who approved it. A table of a database, elsewhere: pages and servers may be many processes. */
export class Approvals {
  readonly #asked = new Map<string, string>();
  readonly #by = new Map<string, string>();
  readonly looks = new Looks();

  /** Says what a flow asks to be approved. The same again changes nothing, so that a step may do it. */
  ask(flow: string, what: string): void {
    if (!this.#asked.has(flow)) this.#asked.set(flow, what);
  }

  what(flow: string): string | undefined {
    return this.#asked.get(flow);
  }

  approve(flow: string, subject: string): void {
    this.#by.set(flow, subject);
  }

  /** Who approved a flow, if anybody did yet. */
  by(flow: string): string | undefined {
    this.looks.add();
    return this.#by.get(flow);
  }
}
