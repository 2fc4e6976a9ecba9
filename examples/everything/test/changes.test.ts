import { describe, expect, it } from 'vitest';
import { Listener } from './support/listener.js';
import { visit } from './support/served.js';
import type { Revision, Visitor } from './support/visitor.js';

const WATCHED = 'test://watched-resource';
const TRIGGERS = [
  ['test_trigger_tool_change', 'tools'],
  ['test_trigger_prompt_change', 'prompts'],
  ['test_trigger_resource_change', WATCHED],
] as const;

/** Subscribes to the lists and to the watched resource; returns how to give up the resource. */
async function subscribe(
  { client, streaming }: Visitor,
  revision: Revision,
): Promise<() => Promise<unknown>> {
  if (revision === '2025-11-25') {
    await streaming;
    expect(await client.subscribeResource({ uri: WATCHED })).toEqual({});
    return () => client.unsubscribeResource({ uri: WATCHED });
  }
  const lists = { toolsListChanged: true, promptsListChanged: true };
  const both = await client.listen({ ...lists, resourceSubscriptions: [WATCHED] });
  return async () => {
    await both.close();
    await client.listen(lists);
  };
}

describe.each(['2026-07-28', '2025-11-25'] as const)('a client of %s', (revision) => {
  it('is told of lists that changed, and of the resource it subscribed to while it does', async () => {
    const visitor = await visit(revision);
    const listener = new Listener(visitor);
    const giveUp = await subscribe(visitor, revision);
    for (const [name, told] of TRIGGERS) {
      await visitor.client.callTool({ name });
      expect(await listener.next()).toBe(told);
    }
    await giveUp();
    await visitor.client.callTool({ name: 'test_trigger_resource_change' });
    await visitor.client.callTool({ name: 'test_trigger_prompt_change' });
    expect(await listener.next()).toBe('prompts');
  });
});

it('a client of 2026-07-28 is told of what it listens for, and of nothing else', async () => {
  const visitor = await visit('2026-07-28');
  const listener = new Listener(visitor);
  await visitor.client.listen({ promptsListChanged: true });
  for (const name of [
    'test_trigger_tool_change',
    'test_trigger_resource_change',
    'test_trigger_prompt_change',
  ])
    await visitor.client.callTool({ name });
  expect(await listener.next()).toBe('prompts');
});
