import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import type { CountersignServer } from '../../src/index.js';
import { longWayServer } from '../../src/serving/create-server.js';
import { checkedLines } from '../../src/serving/protocol/checked-lines.js';
import { EVERYTHING, Releases } from '../support/releases.js';
import { answered, call, type Raw, rawRequest, testServer } from '../support/serving.js';
import { testCodec } from '../support/test-codec.js';

const ROUNDED = 2 ** 53;
const URL_OF = 'http://127.0.0.1/mcp';
const echo = (text: unknown, more: object = {}): Raw => ({
  params: { name: 'echo', arguments: { text }, ...more },
});

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));
function short() {
  const { server } = testServer();
  servers.push(server);
  return server;
}
function long() {
  const server = longWayServer({
    name: 'releases',
    version: '1.0.0',
    components: EVERYTHING,
    providers: [{ token: Releases, useValue: new Releases() }],
    state: { codec: testCodec() },
  });
  servers.push(server);
  return server;
}

describe('a whole number beyond ±(2^53 - 1) in a request', () => {
  it.each([
    ['on the short path', short],
    ['through the SDK', long],
  ])('is refused %s, for every method', async (_, made) => {
    const server = made();
    expect((await call(server, echo('x'))).body.result.content[0].text).toBe('x');
    const _meta = { 'example.com/n': ROUNDED };
    for (const raw of [
      echo(ROUNDED),
      echo('x', { _meta }),
      { method: 'prompts/get', params: { name: 'review', arguments: { file: ROUNDED } } },
      { method: 'resources/read', params: { uri: 'about://server', _meta } },
      { method: 'tools/list', params: { _meta } },
      { method: 'server/discover', params: { _meta } },
    ]) {
      const { status, body } = await call(server, { ...raw, id: 'a' });
      expect([status, body.id, body.error?.code]).toEqual([200, 'a', -32602]);
    }
    const unreadable = await call(server, { ...echo('x'), id: ROUNDED });
    expect([unreadable.status, unreadable.body.id]).toEqual([400, null]);
  });

  it('is refused in a body that an embedder parsed, whose text is gone', async () => {
    const server = short();
    const sent = async (text: unknown) => {
      const parsedBody = JSON.parse(await rawRequest(URL_OF, echo('HERE')).text());
      parsedBody.params.arguments.text = text;
      return answered(await server.fetch(rawRequest(URL_OF, echo('x')), { parsedBody }));
    };
    expect((await sent('x')).body.result.content[0].text).toBe('x');
    for (const text of [ROUNDED, 5n, Number.POSITIVE_INFINITY])
      expect((await sent(text)).body.error.message).toMatch(/^arguments\.text is a whole number/);
  });

  it('stays where it is digits in a string', async () => {
    const digits = '2047948614742839297 and 1e20';
    expect((await call(short(), echo(digits))).body.result.content[0].text).toBe(digits);
  });
});

describe('lines on their way to the SDK', () => {
  function through(...chunks: (string | Buffer)[]) {
    const refused: unknown[] = [];
    const lines = checkedLines((refusal) => refused.push(refusal));
    const out = new PassThrough();
    lines.pipe(out);
    for (const chunk of chunks) lines.write(chunk);
    lines.end();
    return { refused, passed: () => out.read()?.toString() ?? '' };
  }
  const request = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"x","params":{"n":1e20}}`;

  it('pass whole, in whatever pieces they came, but for requests that are refused', async () => {
    const kept = ['{"id":1,"method":"é"}', 'no JSON 9007199254740993', '{"id":2,"result":1e20}'];
    const bytes = Buffer.from([kept[0], request(3), kept[1], request(4), kept[2]].join('\n'));
    for (const size of [1, 7, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const { refused, passed } = through(...pieces, '\n');
      await new Promise((resolve) => setImmediate(resolve));
      expect(passed()).toBe(`${kept.join('\n')}\n`);
      expect(refused).toMatchObject([{ id: 3 }, { id: 4 }]);
    }
  });

  it('are not held without end: a long one goes on as it comes', async () => {
    const half = 'x'.repeat(1024 * 1024);
    const { passed } = through(half, half);
    await new Promise((resolve) => setImmediate(resolve));
    expect(passed()).toBe(half + half);
  });
});
