import type { Visitor } from './visitor.js';

/** The kind of a list, or the URI of a resource. */
export type Told = 'tools' | 'prompts' | (string & {});

/** What a client is told of, one after the other. */
export class Listener {
  private readonly told: Told[] = [];
  private waiting: ((told: Told) => void) | undefined;

  constructor({ client }: Visitor) {
    client.setNotificationHandler('notifications/tools/list_changed', () => this.hear('tools'));
    client.setNotificationHandler('notifications/prompts/list_changed', () => this.hear('prompts'));
    client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
      this.hear(params.uri),
    );
  }

  /** The first that was not asked for yet; waits for it. */
  next(): Promise<Told> {
    const told = this.told.shift();
    if (told !== undefined) return Promise.resolve(told);
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }

  private hear(told: Told): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting === undefined) this.told.push(told);
    else waiting(told);
  }
}
