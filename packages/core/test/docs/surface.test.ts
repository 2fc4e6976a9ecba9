import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createServer } from '../../src/index.js';
import { client, soon } from '../support/serving.js';
import { Notes, Post, server } from './surface/board.js';
import { freeze, rightsChanged, thaw } from './surface/maintenance.js';
import { type PubSub, redisBus } from './surface/redis-bus.js';

const guide = readFileSync(new URL('../../../../docs/surface.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);

describe('docs/surface.md', () => {
  it('shows code as it is compiled', () => {
    expect(blocks).toHaveLength(3);
    for (const block of blocks) {
      const [, name] = /^\/\/ ([\w-]+\.ts)\n/.exec(block) ?? [];
      expect(block).toBe(readFileSync(new URL(`./surface/${name}`, import.meta.url), 'utf8'));
    }
  });

  it('shows components that can be frozen and thawed, and hide from who is no editor', async () => {
    const { url } = await server.listen();
    const reader = await client(url, '2026');
    const told: string[] = [];
    reader.setNotificationHandler(
      'notifications/tools/list_changed',
      () => void told.push('tools'),
    );
    await reader.listen({ toolsListChanged: true });
    expect((await reader.listTools()).tools).toEqual([]);
    freeze();
    expect(server.components.isEnabled('post')).toBe(false);
    thaw();
    expect(server.components.isEnabled(Post)).toBe(true);
    rightsChanged();
    await soon(() => expect(told).toEqual(['tools']));
    await reader.close();
    await server.close({ graceMs: 0 });
  });

  it('shows a bus that takes a change to another replica', async () => {
    const listeners = new Map<string, Set<(text: string) => void>>();
    const redis: PubSub = {
      publish: async (channel, text) => listeners.get(channel)?.forEach((hear) => void hear(text)),
      subscribe: async (channel, hear) =>
        void listeners.set(channel, new Set([...(listeners.get(channel) ?? []), hear])),
      unsubscribe: async (channel, hear) => void listeners.get(channel)?.delete(hear),
    };
    const replica = () =>
      createServer({
        name: 'board',
        version: '1',
        components: [Notes],
        bus: redisBus(redis, redis, (error) => expect(error).toBeUndefined()),
      });
    const [one, other] = [replica(), replica()];
    const { url } = await other.listen();
    const reader = await client(url, '2026');
    const told: string[] = [];
    reader.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void told.push(params.uri),
    );
    await reader.listen({ resourceSubscriptions: ['board://notes'] });
    one.changes.resourceUpdated('board://notes');
    await soon(() => expect(told).toEqual(['board://notes']));
    await reader.close();
    await Promise.all([one, other].map((each) => each.close({ graceMs: 0 })));
    expect([...listeners.values()].map(({ size }) => size)).toEqual([0]);
  });
});
