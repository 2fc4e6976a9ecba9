import type { EventStore } from './sdk.js';

/**
 * Gives one session its own part of a shared store. The SDK replays whatever event it is asked for, and the listening stream of
 * every session has the same name there: without this, one client could resume, and read, the stream of another.
 */
export function partOf(store: EventStore, scope: string): EventStore {
  const prefix = `${scope}/`;
  const own = (stream: string | undefined) =>
    stream?.startsWith(prefix) ? stream.slice(prefix.length) : undefined;
  const streamOf = store.getStreamIdForEventId?.bind(store);
  return {
    storeEvent: (stream, message) => store.storeEvent(prefix + stream, message),
    ...(streamOf !== undefined && {
      getStreamIdForEventId: async (event: string) => own(await streamOf(event)),
    }),
    replayEventsAfter: async (last, { send }) => {
      // Held until the store has said whose events they are.
      const events: Parameters<typeof send>[] = [];
      const stream = own(
        await store.replayEventsAfter(last, { send: async (...event) => void events.push(event) }),
      );
      if (stream === undefined) throw new Error('The event belongs to no stream of this session');
      for (const event of events) await send(...event);
      return stream;
    },
  };
}
