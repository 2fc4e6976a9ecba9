import { Resource, Tool } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { type Message, RawSession } from './support/raw-session.js';
import { atEnd, served, soon } from './support/served.js';

const NOTES = 'board://notes';

@Resource({ uri: NOTES, name: 'notes' })
class Notes {
  run() {
    return 'notes';
  }
}
@Resource({ uri: 'board://{name}/keys', name: 'keys', scopes: ['keys'] })
class Keys {
  run() {
    return 'keys';
  }
}
@Tool({
  name: 'wipe',
  description: 'Wipes the board.',
  visible: ({ principal }) => principal.subject === 'alice',
})
class Wipe {
  run() {
    return 'wiped';
  }
}

const board = (auth = false) =>
  served({}, { components: auth ? [Notes, Keys, Wipe] : [Notes, Wipe], auth });

/** A session with a stream to be told on. */
async function session(url: URL, token?: string) {
  const raw = await RawSession.open(url, token === undefined ? {} : { token });
  atEnd(async () => raw.vanish());
  const stream = await raw.listen();
  let id = 10;
  const ask = async (method: string, params: object = {}): Promise<Message> => {
    id++;
    return (await raw.send({ id, method, params })).next((message) => message.id === id);
  };
  const told = () => stream.messages.map(({ method, params }) => params?.uri ?? method);
  return { raw, ask, told };
}

describe('a subscription of a 2025 session', () => {
  it('tells its own session alone, of the URIs it named, until it is taken back', async () => {
    const { server, url } = await board();
    const [one, other] = [await session(url), await session(url)];
    expect((await one.ask('resources/subscribe', { uri: NOTES })).result).toEqual({});
    expect((await one.ask('resources/subscribe', { uri: NOTES })).result).toEqual({}); // once more changes nothing
    server.changes.resourceUpdated(NOTES);
    expect((await one.ask('resources/unsubscribe', { uri: NOTES })).result).toEqual({});
    expect((await one.ask('resources/unsubscribe', { uri: NOTES })).result).toEqual({});
    server.changes.resourceUpdated(NOTES);
    server.changes.listChanged('resources');
    await soon(() => expect(one.told()).toEqual([NOTES, 'notifications/resources/list_changed']));
    await soon(() => expect(other.told()).toEqual(['notifications/resources/list_changed']));
  });

  it('is refused for what its caller may not read, as a read would be', async () => {
    const { server, url } = await board(true);
    const keeper = await session(url, 'alice/keys');
    expect((await keeper.ask('resources/subscribe', { uri: 'board://mine/keys' })).result).toEqual(
      {},
    );
    const guest = await session(url, 'bob');
    for (const [uri, code, message] of [
      ['board://none', -32_602, 'Resource not found'],
      [7, -32_602, 'uri must be a string'],
    ] as const) {
      const refused = (await guest.ask('resources/subscribe', { uri })).error;
      expect(refused).toMatchObject({ code, message });
      expect((await guest.ask('resources/read', { uri })).error).toEqual(refused);
    }
    for (const method of ['resources/subscribe', 'resources/read']) {
      const lacking = await guest.raw.send({
        id: method,
        method,
        params: { uri: 'board://mine/keys' },
      });
      expect(lacking.status).toBe(403);
      expect(lacking.headers.get('www-authenticate')).toContain('scope="keys"');
    }
    expect((await guest.ask('resources/subscribe', { uri: NOTES })).result).toEqual({});
    server.changes.resourceUpdated('board://mine/keys');
    server.changes.resourceUpdated(NOTES);
    await soon(() => expect(keeper.told()).toEqual(['board://mine/keys']));
    await soon(() => expect(guest.told()).toEqual([NOTES]));
  });

  it('is one of a thousand at most', async () => {
    const { url } = await board(true);
    const { raw, ask } = await session(url, 'alice/keys');
    for (let batch = 0; batch < 10; batch++) {
      const requests = Array.from({ length: 100 }, (_, at) => ({
        jsonrpc: '2.0',
        id: `${batch}-${at}`,
        method: 'resources/subscribe',
        params: { uri: `board://${batch * 100 + at}/keys` },
      }));
      const stream = await raw.send(requests);
      await soon(() =>
        expect(stream.messages.filter(({ result }) => result !== undefined)).toHaveLength(100),
      );
    }
    expect((await ask('resources/subscribe', { uri: NOTES })).error).toMatchObject({
      code: -32_602,
      message: expect.stringMatching(/^No more than 1000/),
    });
    await ask('resources/unsubscribe', { uri: 'board://7/keys' });
    expect((await ask('resources/subscribe', { uri: NOTES })).result).toEqual({});
  });

  it('ends with its session', async () => {
    const { url, events } = await board();
    const { raw, ask } = await session(url);
    await ask('resources/subscribe', { uri: NOTES });
    await raw.end();
    await soon(() =>
      expect(events.map(({ type }) => type)).toEqual([
        'subscription.opened',
        'subscription.closed',
      ]),
    );
  });
});

describe('a 2025 session', () => {
  it('is told of a list only what its caller sees of it', async () => {
    const { server, url } = await board(true);
    const [alice, bob] = [await session(url, 'alice'), await session(url, 'bob')];
    for (const { ask } of [alice, bob]) await ask('tools/list');
    server.components.disable('wipe');
    server.changes.listChanged('resources');
    await soon(() =>
      expect(alice.told()).toEqual([
        'notifications/tools/list_changed',
        'notifications/resources/list_changed',
      ]),
    );
    await soon(() => expect(bob.told()).toEqual(['notifications/resources/list_changed']));
  });
});
