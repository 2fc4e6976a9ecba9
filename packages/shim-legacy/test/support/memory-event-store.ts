import type { EventStore } from '../../src/index.js';

type Message = Parameters<EventStore['storeEvent']>[1];

/** The simplest store there is: all events of all sessions in one list. */
export class MemoryEventStore implements EventStore {
  readonly events: { readonly id: string; readonly stream: string; readonly message: Message }[] =
    [];

  async storeEvent(stream: string, message: Message): Promise<string> {
    const id = String(this.events.length);
    this.events.push({ id, stream, message });
    return id;
  }

  async replayEventsAfter(
    last: string,
    { send }: Parameters<EventStore['replayEventsAfter']>[1],
  ): Promise<string> {
    const stream = this.events.find(({ id }) => id === last)?.stream ?? '';
    for (const event of this.events.slice(Number(last) + 1))
      if (event.stream === stream) await send(event.id, event.message);
    return stream;
  }
}

/** One that can also tell whose an event is. */
export class KnowingEventStore extends MemoryEventStore {
  async getStreamIdForEventId(event: string): Promise<string | undefined> {
    return this.events.find(({ id }) => id === event)?.stream;
  }
}
