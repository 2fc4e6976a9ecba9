/** Where the command writes to; each resolves when it is written. */
export interface Streams {
  readonly out: (text: string) => Promise<void>;
  readonly err: (text: string) => Promise<void>;
  /** Writes what the module threw, with its place. */
  readonly thrown: (error: unknown) => Promise<void>;
}
