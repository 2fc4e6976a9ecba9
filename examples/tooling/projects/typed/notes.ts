export class Notes {
  readonly #ids = new Set(['a', 'b']);
  delete(id: string) {
    return this.#ids.delete(id) ? `Deleted ${id}.` : `There is no ${id}.`;
  }
}
