// redis-bus.ts
import type { ChangeBus } from '@countersign/core';

/** What a bus needs of a Redis client; two of node-redis will do, since one that subscribes can do nothing else. */
export interface PubSub {
  publish(channel: string, text: string): Promise<unknown>;
  subscribe(channel: string, hear: (text: string) => void): Promise<unknown>;
  unsubscribe(channel: string, hear: (text: string) => void): Promise<unknown>;
}

export function redisBus(
  publisher: PubSub,
  subscriber: PubSub,
  failed: (error: unknown) => void,
  channel = 'board:changes',
): ChangeBus {
  return {
    publish: async (change) => void (await publisher.publish(channel, JSON.stringify(change))),
    subscribe: (listener) => {
      const hear = (text: string) => listener(text);
      subscriber.subscribe(channel, hear).catch(failed);
      return () => void subscriber.unsubscribe(channel, hear).catch(failed);
    },
  };
}
