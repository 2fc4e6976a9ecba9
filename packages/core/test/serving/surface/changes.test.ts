import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Change,
  type ChangeBus,
  Changes,
  type CountersignServer,
  createServer,
  memoryBus,
  principalClaims,
  Resource,
  type ServerEvent,
  type ServerOptions,
  Tool,
} from '../../../src/index.js';
import {
  answered,
  call,
  client,
  linesLogger,
  MODERN,
  rawRequest,
  soon,
  tool,
} from '../../support/serving.js';

const NOTES = 'board://notes';

@Tool({ name: 'post', description: 'Posts a note, and says so.' })
class Post {
  constructor(private readonly changes: Changes) {}
  run() {
    this.changes.resourceUpdated(NOTES);
    this.changes.listChanged('prompts');
    return 'posted';
  }
}
@Tool({ name: 'look', description: 'Looks.' })
class Look {
  run() {
    return 'looked';
  }
}
@Resource({ uri: NOTES, name: 'notes' })
class Notes {
  run() {
    return 'notes';
  }
}
@Resource({ uri: 'board://keys', name: 'keys', scopes: ['keys'] })
class Keys {
  run() {
    return 'keys';
  }
}

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serving(options: Partial<ServerOptions> = {}) {
  const events: ServerEvent[] = [];
  const { lines, logger } = linesLogger();
  const server = createServer({
    name: 'board',
    version: '1',
    // One with scopes is served only where something grants them.
    components: [Post, Look, Notes, ...(options.auth === undefined ? [] : [Keys])],
    logger,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const { url } = await server.listen();
  ends.push(() => server.close({ graceMs: 0 }));
  return { server, url, events, lines };
}

/** A client that listens to everything it can. */
async function listening(url: URL, token?: string, uris: string[] = [NOTES, 'board://keys']) {
  const connected = await client(url, '2026', { ...(token !== undefined && { token }) });
  ends.push(() => connected.close());
  const told: string[] = [];
  for (const list of ['tools', 'prompts', 'resources'] as const)
    connected.setNotificationHandler(
      `notifications/${list}/list_changed`,
      () => void told.push(list),
    );
  connected.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void told.push(params.uri),
  );
  const filter = {
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    resourceSubscriptions: uris,
  };
  const subscription = await connected.listen(filter);
  return { told, subscription, honoured: subscription.honoredFilter };
}

const verifier = {
  verifyAccessToken: async (token: string) => ({
    token,
    clientId: 'app',
    scopes: token === 'keeper' ? ['keys'] : [],
    expiresAt: 4_000_000_000,
    ...(token !== 'nobody' && {
      extra: principalClaims({ iss: 'https://issuer.example', sub: token }),
    }),
  }),
};

const of = (events: readonly ServerEvent[], ...types: string[]) =>
  events.filter(({ type }) => types.includes(type)).map(({ at, era, ...event }) => event);

describe('changes', () => {
  it('reach whoever listens, from the server, from inside a component, and through its switches', async () => {
    const { server, url, events } = await serving();
    const { told } = await listening(url);
    server.changes.resourceUpdated(NOTES);
    server.changes.listChanged('resources');
    server.components.disable('look');
    await soon(() => expect(told).toEqual([NOTES, 'resources', 'tools']));
    expect((await tool(url, 'post', {})).body.result.content[0].text).toBe('posted');
    await soon(() => expect(told.slice(3)).toEqual([NOTES])); // there are no prompts, of which nobody can be told
    expect(of(events, 'components.changed', 'resource.updated')).toEqual([
      { component: 'notes', type: 'resource.updated', uri: NOTES },
      { component: 'board', type: 'components.changed', list: 'resources' },
      { component: 'look', type: 'components.changed', list: 'tools', enabled: false },
      { component: 'notes', type: 'resource.updated', uri: NOTES },
      { component: 'board', type: 'components.changed', list: 'prompts' },
    ]);
  });

  it('are told only to who asked for them', async () => {
    const { server, url } = await serving();
    const quiet = await client(url, '2026');
    ends.push(() => quiet.close());
    const told: string[] = [];
    quiet.setNotificationHandler('notifications/tools/list_changed', () => void told.push('tools'));
    quiet.setNotificationHandler(
      'notifications/resources/list_changed',
      () => void told.push('resources'),
    );
    await quiet.listen({ resourcesListChanged: true });
    const all = await listening(url);
    server.changes.listChanged('tools');
    server.changes.listChanged('resources');
    await soon(() => expect(told).toEqual(['resources']));
    await soon(() => expect(all.told).toEqual(['tools', 'resources']));
  });

  it('of a resource with scopes are told to tokens that have them', async () => {
    const { server, url } = await serving({ auth: { verifier } });
    const [keeper, guest, nobody] = [
      await listening(url, 'keeper'),
      await listening(url, 'guest'),
      await listening(url, 'nobody'),
    ];
    expect(keeper.honoured.resourceSubscriptions).toEqual([NOTES, 'board://keys']);
    expect(guest.honoured.resourceSubscriptions).toEqual([NOTES]);
    expect(nobody.honoured.resourceSubscriptions).toBeUndefined();
    server.changes.resourceUpdated('board://keys');
    server.changes.resourceUpdated(NOTES);
    server.changes.listChanged('tools');
    await soon(() => expect(keeper.told).toEqual(['board://keys', NOTES, 'tools']));
    await soon(() => expect(guest.told).toEqual([NOTES, 'tools']));
    await soon(() => expect(nobody.told).toEqual(['tools']));
  });

  it('of what is no resource or list are refused, and a URI that no resource has is logged', async () => {
    const { server, lines } = await serving();
    const { changes } = server;
    for (const uri of ['', 'notes', 7, undefined, `board://${'n'.repeat(10_000)}`] as never[])
      expect(() => changes.resourceUpdated(uri)).toThrow(TypeError);
    for (const list of ['tool', 'templates', undefined, '__proto__'] as never[])
      expect(() => changes.listChanged(list)).toThrow(TypeError);
    changes.resourceUpdated(NOTES);
    expect(lines.all).toEqual([]);
    changes.resourceUpdated('board://none');
    expect(lines.all).toMatchObject([{ level: 'warn', fields: { uri: 'board://none' } }]);
  });

  it('can be watched in a test by a provider of one’s own', async () => {
    const said: string[] = [];
    class Watched extends Changes {
      resourceUpdated(uri: string) {
        said.push(uri);
      }
      listChanged(list: string) {
        said.push(list);
      }
    }
    const { url } = await serving({ providers: [{ token: Changes, useValue: new Watched() }] });
    await tool(url, 'post', {});
    expect(said).toEqual([NOTES, 'prompts']);
  });
});

describe('a bus', () => {
  it('takes the changes of one replica to those who listen to another', async () => {
    const bus = memoryBus();
    const [one, other] = [await serving({ bus }), await serving({ bus })];
    const near = await listening(one.url);
    const far = await listening(other.url);
    one.server.components.disable('look');
    await tool(one.url, 'post', {});
    for (const { told } of [near, far]) await soon(() => expect(told).toEqual(['tools', NOTES]));
    expect(of(other.events, 'components.changed', 'resource.updated')).toEqual([]);
    expect(other.server.components.isEnabled('look')).toBe(true);
  });

  it('is subscribed to when the first client listens, once, and left when the server is closed', async () => {
    const own = memoryBus();
    const log: string[] = [];
    const bus: ChangeBus = {
      publish: (change) => own.publish(change),
      subscribe: (listener) => {
        log.push('subscribed');
        const leave = own.subscribe(listener);
        return () => {
          log.push('left');
          leave();
        };
      },
    };
    const { server, url } = await serving({ bus });
    await call(url, { method: 'tools/list' });
    server.changes.listChanged('tools');
    expect(log).toEqual([]);
    await listening(url);
    await listening(url);
    expect(log).toEqual(['subscribed']);
    await server.close({ graceMs: 0 });
    expect(log).toEqual(['subscribed', 'left']);
  });

  it('is not believed: what is no change is dropped and logged, and nobody is told what he may not know', async () => {
    const bus = memoryBus();
    const { url, lines } = await serving({ bus, auth: { verifier } });
    const { told } = await listening(url, 'guest');
    const junk = [
      undefined,
      null,
      7,
      'tools',
      '{"list":',
      '"tools"',
      [],
      {},
      { list: 'tool' },
      { resource: 'notes' },
      { list: 'tools', resource: NOTES },
      { list: 'tools', component: 7 },
    ];
    for (const message of junk) bus.publish(message as unknown as Change);
    bus.publish({ resource: 'board://keys' });
    bus.publish({ resource: NOTES, more: 'ignored' } as Change);
    bus.publish(
      JSON.stringify({ list: 'tools', component: 'only-elsewhere' }) as unknown as Change,
    );
    await soon(() => expect(told).toEqual([NOTES, 'tools']));
    expect(lines.all.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual(
      junk.map(() => 'the bus delivered something that is no change'),
    );
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('SECRET connection string');
      },
    ],
    ['rejects', () => Promise.reject(new Error('SECRET connection string'))],
  ])('that %s fails nobody’s call, and is reported', async (_, publish) => {
    const { url, events, lines } = await serving({
      bus: { publish, subscribe: memoryBus().subscribe },
    });
    const { body } = await tool(url, 'post', {});
    expect(body.result.content[0].text).toBe('posted');
    expect(JSON.stringify(body)).not.toContain('SECRET');
    await soon(() =>
      expect(of(events, 'error')).toMatchObject([{ where: 'bus' }, { where: 'bus' }]),
    );
    expect(lines.all.map(({ level }) => level)).toEqual(['error', 'error']);
  });

  it('that cannot be subscribed to is reported, and asked again by the next client', async () => {
    const own = memoryBus();
    let broken = true;
    const bus: ChangeBus = {
      publish: (change) => own.publish(change),
      subscribe: (listener) => {
        if (broken) throw new Error('down');
        return own.subscribe(listener);
      },
    };
    const { server, url, events } = await serving({ bus });
    const first = await listening(url);
    expect(of(events, 'error')).toMatchObject([{ where: 'bus' }]);
    broken = false;
    const second = await listening(url);
    server.changes.listChanged('tools');
    for (const { told } of [first, second]) await soon(() => expect(told).toEqual(['tools']));
  });
});

describe('subscriptions over HTTP', () => {
  const listen = (to: URL, raw: object = {}, notifications: object = { toolsListChanged: true }) =>
    fetch(rawRequest(to, { method: 'subscriptions/listen', params: { notifications }, ...raw }));

  it('are bounded, in all and for one principal, and give their place back', async () => {
    const { url, events } = await serving({
      auth: { verifier },
      subscriptions: { max: 2, maxPerPrincipal: 1 },
    });
    const as = (token: string) => listen(url, { headers: { authorization: `Bearer ${token}` } });
    const alice = await as('alice');
    expect(alice.status).toBe(200);
    const again = await answered(await as('alice'));
    expect(again).toMatchObject({
      status: 429,
      body: { id: 1, error: { message: 'Too many subscriptions: a caller may hold 1 at a time' } },
    });
    const bob = await as('bob');
    expect(bob.status).toBe(200);
    expect(await answered(await as('carol'))).toMatchObject({
      status: 503,
      body: { error: { message: expect.stringContaining('this server holds 2') } },
    });
    await alice.body?.cancel();
    await soon(() => expect(of(events, 'subscription.closed')).toHaveLength(1));
    const carol = await as('carol');
    expect(carol.status).toBe(200);
    for (const { body } of [bob, carol]) await body?.cancel();
  });

  it('that come to nothing keep no place', async () => {
    const { url, events } = await serving({ subscriptions: { max: 1 } });
    for (const notifications of [
      {},
      { promptsListChanged: true },
      { resourceSubscriptions: ['board://none'] },
      7 as never,
      { toolsListChanged: 'yes' },
    ])
      await answered(await listen(url, {}, notifications));
    await answered(await listen(url, { headers: { 'mcp-method': 'tools/list' } }));
    expect(of(events, 'subscription.opened')).toEqual([]);
    const open = await listen(url);
    expect(open.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(of(events, 'subscription.opened')).toHaveLength(1);
    await open.body?.cancel();
  });

  it('name no more than a thousand resources', async () => {
    const { url } = await serving();
    const names = (count: number) => ({
      resourceSubscriptions: Array.from({ length: count }, (_, at) => `note://${at}`),
    });
    expect((await answered(await listen(url, {}, names(1000)))).body.result).toMatchObject({
      resultType: 'complete',
    });
    expect((await answered(await listen(url, {}, names(1001)))).body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_602, message: 'resourceSubscriptions name more than 1000 resources' },
    });
  });

  it('end by their result when the server closes, without holding it up', async () => {
    const { server, url, events } = await serving();
    const { subscription } = await listening(url);
    await server.close({ graceMs: 60_000 });
    expect(await subscription.closed).toBe('graceful');
    expect(of(events, 'subscription.closed')).toHaveLength(1);
  });

  it('of a client that says nothing of its revision are a method that 2025 never had', async () => {
    const { url } = await serving();
    const open = await listen(url);
    expect(open.status).toBe(200);
    await open.body?.cancel();
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true } },
    });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    expect(
      (await answered(await fetch(url, { method: 'POST', headers, body }))).body.error,
    ).toMatchObject({ code: -32_601 });
  });

  it('reach the listChanged handlers of the official client', async () => {
    const { server, url } = await serving();
    const names: string[][] = [];
    const following = new Client(
      { name: 'following', version: '1' },
      {
        versionNegotiation: { mode: { pin: MODERN } },
        listChanged: {
          tools: {
            onChanged: (_, tools) => void names.push((tools ?? []).map(({ name }) => name)),
          },
        },
      },
    );
    await following.connect(new StreamableHTTPClientTransport(url));
    ends.push(() => following.close());
    server.components.disable('look');
    await soon(() => expect(names).toEqual([['post']]));
  });
});

describe('a server that is made, and never listens', () => {
  it('answers a subscription by fetch, and ends it when it is closed', async () => {
    const server: CountersignServer = createServer({
      name: 'board',
      version: '1',
      components: [Look],
    });
    const request = rawRequest('http://127.0.0.1/mcp', {
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true } },
    });
    const response = await server.fetch(request);
    server.components.disable(Look);
    await server.close({ graceMs: 0 });
    const text = await response.text();
    expect([...text.matchAll(/"method":"([^"]+)"/g)].map(([, method]) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
    ]);
    expect(text).toContain('"resultType":"complete"');
  });
});
