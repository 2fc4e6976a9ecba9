import { describe, expect, it } from 'vitest';
import { clientOf, failureOf, type Mode, servedAs, textOf, wireOf } from '../support/modes.js';
import { board, listener, TakeDown } from '../support/noticeboard.js';
import { soon } from '../support/served.js';

const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);
/** The words of an error, without the name that was asked for. */
const worded = async (promise: Promise<unknown>, name: string) => {
  const { code, message, data } = await failureOf(promise);
  return JSON.stringify({ code, message, data }).replaceAll(name, '…');
};

/** One request by hand, and its answer. */
async function asked(mode: Mode, at: Awaited<ReturnType<typeof servedAs>>) {
  const wire = await wireOf(mode, at);
  let id = 100;
  return async (method: string, params: object = {}) => {
    id++;
    return (await wire.send({ id, method, params })).next(
      (message) => message.id === id && message.method === undefined,
    );
  };
}

describe.each([
  '2026 HTTP',
  '2026 stdio',
  '2025 sessions',
  '2025 stdio',
  '2025 stateless',
  '2025 JSON only',
  'no shim, HTTP',
  'no shim, stdio',
] as const)('over %s', (mode) => {
  it('a component that its caller cannot see is not listed, and is as unknown as one that never was', async () => {
    const { at, as } = await board(mode);
    const client = await clientOf(mode, at);
    expect(names((await client.listTools()).tools)).toContain('wipe');
    expect(textOf(await client.callTool({ name: 'wipe' }))).toBe('wiped');
    expect((await client.readResource({ uri: 'board://secrets' })).contents).toHaveLength(1);
    expect((await client.getPrompt({ name: 'audit' })).messages).toHaveLength(1);

    as('guest');
    const guest = await clientOf(mode, at); // a session belongs to whoever opened it
    expect(names((await guest.listTools()).tools)).toEqual(['look', 'post', 'take-down']);
    expect(names((await guest.listPrompts()).prompts)).toEqual(['greet']);
    expect(names((await guest.listResources()).resources)).toEqual(['notes']);
    expect((await guest.listResourceTemplates()).resourceTemplates).toEqual([]);
    const pairs: [(name: string) => Promise<unknown>, string, string][] = [
      [(name) => guest.callTool({ name }), 'wipe', 'none'],
      [(name) => guest.getPrompt({ name }), 'audit', 'none'],
      [(uri) => guest.readResource({ uri }), 'board://secrets', 'board://none'],
      [(uri) => guest.readResource({ uri }), 'note://monday', 'none://monday'],
    ];
    for (const [ask, hidden, unknown] of pairs)
      expect(await worded(ask(hidden), hidden)).toBe(await worded(ask(unknown), unknown));
  });

  it('a disabled component is neither listed nor found, until it is enabled again', async () => {
    const { at } = await board(mode);
    const { components } = at.server;
    const ask = await asked(mode, at);
    const listed = async () => names((await ask('tools/list')).result.tools);
    const called = async (name: string) =>
      JSON.stringify(await ask('tools/call', { name, arguments: {} }));
    expect(await listed()).toContain('look');
    expect(await called('look')).toContain('looked');

    components.disable('look');
    expect(await listed()).not.toContain('look');
    const unknown = (await called('nope')).replace('nope', 'look').replace(/"id":\d+/, '');
    expect((await called('look')).replace(/"id":\d+/, '')).toBe(unknown);

    components.enable('look');
    expect(await called('look')).toContain('looked');
  });

  it('lists come in pages, and a cursor is unknown once its list has changed', async () => {
    const { at } = await board(mode, { pageSize: 2 });
    const client = await clientOf(mode, at);
    expect(names((await client.listTools()).tools)).toEqual(['look', 'post', 'wipe', 'take-down']);
    const ask = await asked(mode, at);
    const first = (await ask('tools/list')).result;
    expect(names(first.tools)).toEqual(['look', 'post']);
    const second = (await ask('tools/list', { cursor: first.nextCursor })).result;
    expect(names(second.tools)).toEqual(['wipe', 'take-down']);
    expect(second).not.toHaveProperty('nextCursor');
    at.server.components.disable(TakeDown);
    expect((await ask('tools/list', { cursor: first.nextCursor })).error).toMatchObject({
      code: -32_602,
      message: 'Unknown cursor',
    });
  });
});

describe.each([
  '2026 HTTP',
  '2026 stdio',
  '2025 sessions',
  '2025 stdio',
  'no shim, stdio',
] as const)('over %s', (mode) => {
  it('clients are told of lists that change, and of the resources they subscribed to', async () => {
    const served = await board(mode);
    const { server } = served.at;
    const { client, told, honoured } = await listener(mode, served, ['board://notes']);
    expect(honoured).toEqual(['board://notes']);
    const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
    expect({ tools, prompts, resources }).toEqual({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
    });
    server.components.disable('look');
    server.components.disable('look'); // which changes nothing
    server.components.enable('look');
    server.components.disable('greet');
    server.components.disable('note');
    server.changes.resourceUpdated('board://secrets'); // to which nobody subscribed
    await client.callTool({ name: 'post' });
    await soon(() =>
      expect(told).toEqual(['tools', 'tools', 'prompts', 'resources', 'board://notes']),
    );
  });

  it('what a client may not see, it is not told of', async () => {
    const served = await board(mode);
    const { server } = served.at;
    served.as('guest');
    const { client, told, honoured } = await listener(mode, served, [
      'board://notes',
      'board://secrets',
      'note://monday',
    ]);
    await client.listTools();
    expect(honoured).toEqual(['board://notes']);
    server.components.disable('wipe');
    server.changes.resourceUpdated('board://secrets');
    server.components.disable('audit');
    server.components.disable('note');
    server.changes.resourceUpdated('board://notes');
    await soon(() => expect(told).toEqual(['board://notes']));
  });

  it('a resource that is disabled meanwhile is not told of any more', async () => {
    const served = await board(mode);
    const { server } = served.at;
    const { told } = await listener(mode, served, ['board://notes']);
    server.changes.resourceUpdated('board://notes');
    server.components.disable('notes');
    server.changes.resourceUpdated('board://notes');
    server.changes.listChanged('tools');
    await soon(() => expect(told).toEqual(['board://notes', 'resources', 'tools']));
  });

  it('subscriptions are reported when they open, when they end and with their client', async () => {
    const served = await board(mode);
    const { client, end } = await listener(mode, served, ['board://notes']);
    const opened = () => served.at.events.filter(({ type }) => type === 'subscription.opened');
    const closed = () => served.at.events.filter(({ type }) => type === 'subscription.closed');
    const modern = mode.startsWith('2026');
    expect(opened()).toEqual([
      {
        at: expect.any(Number),
        component: modern ? 'subscriptions/listen' : 'resources/subscribe',
        era: modern ? '2026' : '2025',
        type: 'subscription.opened',
        lists: modern ? ['tools', 'prompts', 'resources'] : [],
        resources: 1,
      },
    ]);
    await end();
    await soon(() => expect(closed()).toMatchObject([{ resources: 1, ms: 0 }]));
    await end();
    if (modern) await client.listen({ toolsListChanged: true });
    else await client.subscribeResource({ uri: 'board://notes' });
    expect(opened()).toHaveLength(2);
    if (mode === '2025 sessions')
      await fetch(served.at.url, { method: 'DELETE', headers: sessionOf(client) });
    else await client.close();
    await soon(() => expect(closed()).toHaveLength(2));
  });
});

/** The header by which a client names its session. */
function sessionOf(client: Awaited<ReturnType<typeof clientOf>>) {
  const { sessionId } = client.transport as { sessionId?: string };
  return { 'mcp-session-id': sessionId ?? '' };
}

describe.each(['2025 stateless', '2025 JSON only', 'no shim, HTTP'] as const)('over %s', (mode) => {
  it('nothing is announced, or taken for a subscription, that could not be told of', async () => {
    const { at } = await board(mode);
    const client = await clientOf(mode, at);
    const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
    expect({ tools, prompts, resources }).toEqual({ tools: {}, prompts: {}, resources: {} });
    const ask = await asked(mode, at);
    expect((await ask('resources/subscribe', { uri: 'board://notes' })).error).toMatchObject({
      code: -32_601,
    });
  });
});

describe.each(['2026 HTTP', '2026 stdio', '2025 sessions', '2025 stdio'] as const)(
  'over %s',
  (mode) => {
    it('a flow whose component is disabled meanwhile ends like a call of an unknown one', async () => {
      const { at } = await board(mode);
      let meanwhile: () => void = () => undefined;
      const elicit = () => {
        meanwhile();
        return { action: 'accept', content: { confirm: true } };
      };
      const client = await clientOf(mode, at, { elicit });
      expect(textOf(await client.callTool({ name: 'take-down' }))).toBe('taken down');
      meanwhile = () => at.server.components.disable(TakeDown);
      const ended = await worded(client.callTool({ name: 'take-down' }), 'take-down');
      expect(ended).toBe(await worded(client.callTool({ name: 'nope' }), 'nope'));
    });
  },
);

describe.each(['2026 HTTP', '2026 stdio'] as const)('over %s', (mode) => {
  it('results say how long they may be cached', async () => {
    const cacheHints = {
      'prompts/list': { ttlMs: 7 },
      'server/discover': { ttlMs: 9, cacheScope: 'public' },
    } as const;
    const { at } = await board(mode, { cacheHints });
    const ask = await asked(mode, at);
    expect((await ask('tools/list')).result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    expect((await ask('prompts/list')).result).toMatchObject({ ttlMs: 7, cacheScope: 'private' });
    expect((await ask('server/discover')).result).toMatchObject({ ttlMs: 9, cacheScope: 'public' });
    expect((await ask('resources/read', { uri: 'board://notes' })).result).toMatchObject({
      ttlMs: 0,
      cacheScope: 'private',
    });
  });
});

describe.each([
  '2025 sessions',
  '2025 stdio',
  '2025 stateless',
  '2025 JSON only',
  'no shim, HTTP',
  'no shim, stdio',
] as const)('over %s', (mode) => {
  it('results say nothing of caches', async () => {
    const { at } = await board(mode, {
      cacheHints: { 'prompts/list': { ttlMs: 7 }, 'resources/read': { ttlMs: 7 } },
    });
    const ask = await asked(mode, at);
    for (const [method, params] of [
      ['prompts/list', {}],
      ['resources/read', { uri: 'board://notes' }],
    ] as const) {
      const { result } = await ask(method, params);
      expect(
        Object.keys(result).filter((member) => member === 'ttlMs' || member === 'cacheScope'),
      ).toEqual([]);
    }
  });
});
