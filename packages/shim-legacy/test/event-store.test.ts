import { describe, expect, it } from 'vitest';
import { partOf } from '../src/event-store.js';
import { KnowingEventStore, MemoryEventStore } from './support/memory-event-store.js';

const ping = (id: number) => ({ jsonrpc: '2.0' as const, id, method: 'ping' });

describe.each([MemoryEventStore, KnowingEventStore])('a part of a shared %o', (Store) => {
  async function parts() {
    const store = new Store();
    const [mine, theirs] = [partOf(store, 'mine'), partOf(store, 'theirs')];
    const first = await mine.storeEvent('stream', ping(1));
    const foreign = await theirs.storeEvent('stream', ping(2));
    await mine.storeEvent('stream', ping(3));
    const sent: unknown[] = [];
    const send = async (_: string, message: unknown) => void sent.push(message);
    return { mine, theirs, first, foreign, sent, send };
  }

  it('replays what a session missed on its own stream, under its own name', async () => {
    const { mine, first, sent, send } = await parts();
    expect(await mine.replayEventsAfter(first, { send })).toBe('stream');
    expect(sent).toEqual([ping(3)]);
  });

  it('replays nothing of another session, though its stream has the same name', async () => {
    const { mine, theirs, foreign, first, sent, send } = await parts();
    await expect(mine.replayEventsAfter(foreign, { send })).rejects.toThrow(
      /no stream of this session/,
    );
    await expect(theirs.replayEventsAfter(first, { send })).rejects.toThrow(
      /no stream of this session/,
    );
    expect(sent).toEqual([]);
  });

  it('tells the stream of its own events only', async () => {
    const { mine, first, foreign } = await parts();
    if (Store === MemoryEventStore) return expect(mine.getStreamIdForEventId).toBeUndefined();
    expect(await mine.getStreamIdForEventId?.(first)).toBe('stream');
    return expect(await mine.getStreamIdForEventId?.(foreign)).toBeUndefined();
  });
});
