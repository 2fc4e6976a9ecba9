import { afterEach, describe, expect, it } from 'vitest';
import type { CountersignServer, ServerStats } from '../../../src/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { accept, rawRequest, soon, testServer, tool } from '../../support/serving.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

function served(options: Parameters<typeof testServer>[0] = {}) {
  const made = testServer(options);
  servers.push(made.server);
  return made.server;
}

const NOTHING: ServerStats = {
  requests: 0,
  rounds: 0,
  sessions: 0,
  questions: 0,
  subscriptions: 0,
  connections: 0,
};

describe('stats', () => {
  it('are all 0 however many flows are open, since their clients hold them', async () => {
    const server = served();
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => tool(server, 'deploy', { env: 'staging' })),
    );
    expect(server.stats()).toEqual(NOTHING);
    const inputResponses = { confirm: accept({ confirm: true }) };
    for (const { body } of asked) {
      const done = await tool(
        server,
        'deploy',
        { env: 'staging' },
        { requestState: body.result.requestState, inputResponses },
      );
      expect(done.body.result.content[0].text).toBe('Deployed 42 to staging.');
    }
    expect(server.stats()).toEqual(NOTHING);
  });

  it('count a round that is held, and its request, until it is answered', async () => {
    const clock = new FakeClock();
    const server = served({ clock });
    const embedded = tool(server, 'poll', {});
    await soon(() => expect(clock.slept).toHaveLength(1));
    expect(server.stats()).toEqual({ ...NOTHING, requests: 1, rounds: 1 });
    const { url } = await server.listen();
    const served2 = fetch(rawRequest(url, { params: { name: 'poll', arguments: {} } }), {});
    await soon(() => expect(clock.slept).toHaveLength(2));
    expect(server.stats()).toEqual({ ...NOTHING, requests: 2, rounds: 2, connections: 1 });
    clock.advance(5000);
    await embedded;
    await (await served2).text();
    await soon(() => expect(server.stats()).toMatchObject({ requests: 0, rounds: 0 }));
  });

  it('count who listens for changes, and the stream and connection that takes', async () => {
    const server = served();
    const { url } = await server.listen();
    const leave = new AbortController();
    const request = rawRequest(url, {
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true } },
    });
    const response = await fetch(request, { signal: leave.signal });
    await response.body?.getReader().read();
    expect(server.stats()).toEqual({ ...NOTHING, requests: 1, subscriptions: 1, connections: 1 });
    leave.abort();
    await soon(() => expect(server.stats()).toEqual(NOTHING));
  });
});
