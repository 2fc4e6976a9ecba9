/** Stands for a disk, in memory, so that this example deletes nothing of yours. */
export class Files {
  private readonly paths: Set<string>;

  constructor(...paths: readonly string[]) {
    this.paths = new Set(paths);
  }

  get all(): readonly string[] {
    return [...this.paths].sort();
  }

  endingIn(suffix: string): readonly string[] {
    return this.all.filter((path) => path.endsWith(suffix));
  }

  add(path: string): void {
    this.paths.add(path);
  }

  delete(path: string): void {
    this.paths.delete(path);
  }
}
