/** A build that went out. */
export interface Deployment {
  readonly build: number;
  readonly env: string;
  readonly ticket: string | undefined;
  /** The caller's idempotency key: a real service does the same thing once per key. */
  readonly key: string;
}

/** What went into a build. */
export interface Change {
  readonly id: string;
  readonly title: string;
}

const CHANGES: readonly Change[] = [
  { id: 'CS-7', title: 'Faster cold start' },
  { id: 'CS-9', title: 'Dark mode' },
];

/** Stands for the outside world. It does what it is told as often as it is told, and keeps a record for the demo to count. */
export class Releases {
  readonly deployments: Deployment[] = [];

  async latest(env: string) {
    return { id: 42, env };
  }

  async changes() {
    return [...CHANGES];
  }

  async deploy(
    build: number,
    env: string,
    { key, ticket }: { readonly key: string; readonly ticket: string | undefined },
  ) {
    this.deployments.push({ build, env, ticket, key });
  }
}
