import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ask,
  type CallContext,
  type CountersignServer,
  Elicit,
  form,
  Tool,
} from '../../src/index.js';
import {
  accept,
  answered,
  call,
  MODERN,
  rawRequest,
  testServer,
  tool,
} from '../support/serving.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

async function served(options: Parameters<typeof testServer>[0] = {}) {
  const made = testServer(options);
  servers.push(made.server);
  const { url } = await made.server.listen();
  return { ...made, url };
}

const FIXED = {
  code: -32602,
  message: 'Invalid or expired requestState',
  data: { reason: 'invalid_request_state' },
};

describe('what a component is asked with', () => {
  it('names the fields of wrong arguments: isError for tools, -32602 for prompts', async () => {
    const { url } = await served();
    expect((await tool(url, 'echo', { text: 'right' })).body.result.isError).toBeUndefined();
    const wrong = await tool(url, 'echo', { text: 7 });
    expect(wrong.body.result.isError).toBe(true);
    expect(wrong.body.result.content[0].text).toMatch(/^Invalid arguments for echo: text: /);
    const prompt = await call(url, {
      method: 'prompts/get',
      params: { name: 'review', arguments: {} },
    });
    expect(prompt.body.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('file'),
      data: { fields: ['file'] },
    });
    const none = await call(url, { method: 'tools/call', params: { name: 'echo' } });
    expect(none.body.result.content[0].text).toContain('text');
  });

  it('answers -32602 in words to arguments of a tool that are no object', async () => {
    const { url } = await served();
    const sent = async (args: unknown, headers: Record<string, string> = {}) =>
      (await tool(url, 'echo', args, {}, { id: 'a', headers })).body;
    expect((await sent({ text: 'x' })).result.content[0].text).toBe('x');
    for (const args of ['x', [], null, 7]) {
      expect(await sent(args)).toEqual({
        jsonrpc: '2.0',
        id: 'a',
        error: { code: -32602, message: 'arguments must be an object' },
      });
    }
  });

  it('answers -32602 in words to a name that is no string, of a tool as of a prompt', async () => {
    const { url } = await served();
    for (const method of ['tools/call', 'prompts/get']) {
      for (const params of [{ name: 7 }, { name: null }, {}]) {
        expect((await call(url, { method, params, id: 'a' })).body).toEqual({
          jsonrpc: '2.0',
          id: 'a',
          error: { code: -32602, message: 'name must be a string' },
        });
      }
    }
  });

  it('is not changed where the embedder parsed it', async () => {
    const { server } = await served();
    for (const requestState of [null, 7]) {
      const request = rawRequest('http://127.0.0.1/mcp', { params: { name: 'sum', requestState } });
      const parsedBody = await request.clone().json();
      const before = structuredClone(parsedBody);
      await server.fetch(request, { parsedBody });
      expect(parsedBody).toEqual(before);
    }
  });

  it('answers -32602 to unknown names, with the URI of an unknown resource', async () => {
    const { url } = await served();
    expect((await tool(url, 'nope', {})).body.error).toMatchObject({
      code: -32602,
      message: 'Unknown tool: nope',
    });
    expect(
      (await call(url, { method: 'prompts/get', params: { name: 'nope' } })).body.error,
    ).toMatchObject({
      code: -32602,
      message: 'Unknown prompt: nope',
    });
    expect(
      (await call(url, { method: 'resources/read', params: { uri: 'x://y' } })).body.error,
    ).toMatchObject({
      code: -32602,
      data: { uri: 'x://y' },
    });
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect((await tool(url, name, {})).body.error.code).toBe(-32602);
  });

  it('refuses deep nesting and floods of answers before walking them', async () => {
    const { url, lines } = await served();
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
    expect(
      (await tool(url, 'echo', { text: 'x', extra: nested(60) })).body.result.content[0].text,
    ).toBe('x');
    expect((await tool(url, 'echo', { text: 'x', extra: nested(2000) })).body.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('64'),
    });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const template = rawRequest(url, {
      params: { name: 'echo', arguments: { text: 'x', extra: 'HERE' } },
    });
    const bomb = new Request(template, {
      body: (await template.clone().text()).replace('"HERE"', deep),
    });
    expect((await answered(await fetch(bomb))).body.error).toMatchObject({ code: -32602 });
    const asked = await tool(url, 'sum', {});
    const { requestState } = asked.body.result;
    const pick = accept({ n: 1 });
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, pick]));
    expect(
      (await tool(url, 'sum', {}, { requestState, inputResponses: { ...many(255), pick } })).body
        .result.structuredContent,
    ).toEqual({
      total: 2,
    });
    expect(
      (await tool(url, 'sum', {}, { requestState, inputResponses: { ...many(256), pick } })).body
        .error.code,
    ).toBe(-32602);
    expect(
      (
        await tool(
          url,
          'sum',
          {},
          { requestState, inputResponses: { pick: accept({ n: nested(70) }) } },
        )
      ).body.error.code,
    ).toBe(-32602);
    expect(lines.text()).not.toContain('outside its component');
  });

  it('asks again for answers that are no map, malformed, or under a prototype', async () => {
    const { url } = await served();
    const asked = await tool(url, 'sum', {});
    const { requestState } = asked.body.result;
    const again = async (inputResponses: unknown) =>
      (await tool(url, 'sum', {}, { requestState, inputResponses })).body.result;
    for (const map of [
      [],
      'x',
      7,
      null,
      { wrong: accept({ n: 1 }) },
      { undefined: accept({ n: 1 }) },
    ]) {
      expect(await again(map)).toMatchObject({
        resultType: 'input_required',
        inputRequests: { pick: {} },
      });
    }
    for (const entry of [
      null,
      [],
      'yes',
      { method: 'x', result: accept({ n: 1 }) },
      { action: 'Accept', content: { n: 1 } },
      { action: 'accept', content: [1] },
    ]) {
      expect(await again({ pick: entry })).toMatchObject({
        resultType: 'input_required',
        inputRequests: { pick: {} },
      });
    }
    const forged = JSON.parse('{"__proto__":{"pick":{"action":"accept","content":{"n":1}}}}');
    expect(await again(forged)).toMatchObject({ resultType: 'input_required' });
    expect(await again({ pick: accept({ n: 1 }) })).toMatchObject({ resultType: 'complete' });
  });

  it('ignores an answer that comes without state', async () => {
    const { url, releases } = await served();
    const forged = await tool(
      url,
      'deploy',
      { env: 'staging' },
      { inputResponses: { confirm: accept({ confirm: true }) } },
    );
    expect(forged.body.result.resultType).toBe('input_required');
    expect(releases.deployed).toEqual([]);
  });
});

describe('a failing requestState', () => {
  it('gets the one fixed error, whatever is wrong with it, and says why in the event stream only', async () => {
    const { url, events, lines, releases } = await served();
    const asked = await tool(url, 'deploy', { env: 'staging' });
    const state: string = asked.body.result.requestState;
    const inputResponses = { confirm: accept({ confirm: true }) };
    const flipped = `${state.slice(0, -4)}${state.at(-4) === 'A' ? 'B' : 'A'}${state.slice(-3)}`;
    const cases: [unknown, string][] = [
      [flipped, 'unauthentic'],
      [`${state}-TAMPERA`, 'unauthentic'],
      ['', 'malformed'],
      ['.', 'malformed'],
      ['x'.repeat(200_000), 'too_large'],
      [`other.${state.split('.')[1]}`, 'unknown_key'],
      ['test.\ud800', 'malformed'],
      [7, 'malformed'],
      [{ a: 1 }, 'malformed'],
      [[state], 'malformed'],
      [true, 'malformed'],
    ];
    for (const [requestState, code] of cases) {
      events.length = 0;
      const refused = await tool(
        url,
        'deploy',
        { env: 'staging' },
        { requestState, inputResponses },
      );
      expect(refused).toMatchObject({ status: 200, body: { error: FIXED } });
      expect(refused.body).not.toHaveProperty('result');
      expect(events, String(code)).toMatchObject([
        { type: 'state.refused', component: 'deploy', code },
      ]);
    }
    expect(releases.deployed).toEqual([]);
    expect(lines.text()).not.toContain(state);
    const done = await tool(
      url,
      'deploy',
      { env: 'staging' },
      { requestState: state, inputResponses },
    );
    expect(done.body.result.content[0].text).toBe('Deployed 42 to staging.');
  });

  it('is refused on another call, by another audience, and where nothing can ask', async () => {
    const { url, events } = await served();
    const elsewhere = await served({ name: 'staging' });
    const asked = await tool(url, 'deploy', { env: 'staging' });
    const more = {
      requestState: asked.body.result.requestState,
      inputResponses: { confirm: accept({ confirm: true }) },
    };
    events.length = 0;
    expect((await tool(url, 'deploy', { env: 'prod' }, more)).body.error).toEqual(FIXED);
    expect((await tool(url, 'echo', { text: 'x' }, more)).body.error).toEqual(FIXED);
    expect(events.map((event) => 'code' in event && event.code)).toEqual(['request', 'request']);
    expect((await tool(elsewhere.url, 'deploy', { env: 'staging' }, more)).body.error).toEqual(
      FIXED,
    );
    expect(elsewhere.events).toMatchObject([{ type: 'state.refused', code: 'audience' }]);
  });

  it('is none when it is null', async () => {
    const { url } = await served();
    expect(
      (await tool(url, 'deploy', { env: 'staging' }, { requestState: null })).body.result
        .resultType,
    ).toBe('input_required');
  });

  it('is the same call however the client spells its arguments', async () => {
    const { url } = await served();
    const asked = await call(url, { params: { name: 'sum' } });
    const done = await tool(
      url,
      'sum',
      {},
      { requestState: asked.body.result.requestState, inputResponses: { pick: accept({ n: 1 }) } },
    );
    expect(done.body.result.structuredContent).toEqual({ total: 2 });
  });
});

describe('what a component throws', () => {
  it('reaches the logger and the events, never the client, and never hangs the request', async () => {
    const { url, events, lines } = await served();
    for (const how of ['error', 'undefined', 'null', 'protocol']) {
      events.length = 0;
      const thrown = await tool(url, 'broken', { how });
      expect(thrown.body.result).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: 'The call failed because of an error on the server.' }],
      });
      expect(JSON.stringify(thrown.body)).not.toContain('SECRET');
      expect(events.map(({ type }) => type)).toEqual(['error', 'round.finished']);
    }
    expect(lines.text()).toContain('SECRET db password');
    const meant = await tool(url, 'broken', { how: 'tool' });
    expect(meant.body.result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'the disk is full' }],
    });
  });

  it('changes nothing when it is the event listener or the logger that throws', async () => {
    const { url, lines } = await served({
      onEvent: () => {
        throw new Error('listener');
      },
    });
    expect((await tool(url, 'echo', { text: 'x' })).body.result.content[0].text).toBe('x');
    expect(lines.text()).toContain('onEvent threw');
    const thrower = () => {
      throw new Error('SECRET logger');
    };
    const silent = await served({
      logger: { debug: thrower, info: thrower, warn: thrower, error: thrower },
    });
    const thrown = await tool(silent.url, 'broken', { how: 'error' });
    expect(thrown.body.result.content[0].text).toBe(
      'The call failed because of an error on the server.',
    );
  });
});

let constructed = 0;

@Tool({ name: 'brittle', description: 'Cannot be constructed twice.' })
class Brittle {
  constructor() {
    if (constructed++ > 0) throw new Error('SECRET constructor');
  }
  run() {
    return 'never';
  }
  dispose() {
    throw new Error('SECRET dispose');
  }
}

@Tool({ name: 'chatty', description: 'Reports before it asks.' })
class Chatty {
  @Elicit() name(_: object, _answers: object, ctx: CallContext) {
    ctx.progress(1);
    return ask.form('Name?', form(z.object({ name: z.string() })));
  }
  run() {
    return '';
  }
  dispose() {
    throw new Error('SECRET dispose');
  }
}

describe('a component that cannot be made or unmade', () => {
  it('fails the one call, and a failing dispose() fails nothing', async () => {
    constructed = 1;
    const { url, events, lines } = await served({ components: [Chatty] });
    expect((await tool(url, 'chatty', {})).body.result.resultType).toBe('input_required');
    expect(events.map(({ type }) => type)).toEqual(['round.asked', 'error']);
    expect(lines.text()).toContain('SECRET dispose');
    constructed = 0;
    const brittle = await served({ components: [Brittle] });
    const failed = await tool(brittle.url, 'brittle', {});
    expect(failed.body.result).toMatchObject({
      isError: true,
      content: [{ text: 'The call failed because of an error on the server.' }],
    });
    expect(brittle.events.map(({ type }) => type)).toEqual(['error', 'round.finished']);
  });
});

describe('a client that cannot be asked', () => {
  it('is sent nothing before the -32021, so that it can be an HTTP 400', async () => {
    const { url } = await served({ components: [Chatty] });
    const more = { _meta: { progressToken: 0 } };
    const asked = await fetch(rawRequest(url, { params: { name: 'chatty', ...more } }));
    expect(asked.headers.get('content-type')).toBe('text/event-stream');
    expect(await asked.text()).toMatch(/"progressToken":0.*\n.*\n.*input_required/s);
    const refused = await fetch(
      rawRequest(url, { params: { name: 'chatty', ...more }, capabilities: {} }),
    );
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { code: -32021 } });
  });

  it('gets -32021 with HTTP 400 and what it lacks', async () => {
    const { url, releases } = await served();
    const refused = await tool(url, 'deploy', { env: 'staging' }, {}, { capabilities: {} });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: { code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } },
      },
    });
    expect(
      (await tool(url, 'deploy', { env: 'staging' }, {}, { capabilities: { elicitation: {} } }))
        .status,
    ).toBe(200);
    expect(releases.deployed).toEqual([]);
  });
});

describe('the HTTP front', () => {
  const post = (url: URL, body: string, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    }).then(answered);

  it('answers bad JSON, a wrong content type and a body too large in JSON-RPC shape', async () => {
    const { url } = await served({ http: { maxBodyBytes: 5000 } });
    for (const bad of ['{', '', '\u0000'])
      expect(await post(url, bad)).toMatchObject({
        status: 400,
        body: { jsonrpc: '2.0', error: { code: -32700 }, id: null },
      });
    expect(await post(url, '{}', { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { jsonrpc: '2.0', id: null },
    });
    const fits = await tool(url, 'echo', { text: 'x'.repeat(4000) });
    expect(fits.status).toBe(200);
    expect(await post(url, JSON.stringify({ text: 'x'.repeat(5000) }))).toMatchObject({
      status: 413,
      body: { jsonrpc: '2.0', error: { code: -32600 }, id: null },
    });
  });

  it('answers 413 also when nobody declared the length', async () => {
    const { url } = await served({ http: { maxBodyBytes: 5000 } });
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest(
        url,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.on('error', reject);
      for (let n = 0; n < 6; n++) sent.write('x'.repeat(1000));
    });
    expect(status).toBe(413);
  });

  it('checks Origin on every bind and Host on loopback', async () => {
    const { url, server } = await served();
    const status = (to: URL, headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const { hostname, port, pathname } = to;
        const sent = httpRequest(
          {
            hostname,
            port,
            path: pathname,
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
          },
          (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          },
        );
        sent.on('error', reject);
        sent.end('{}');
      });
    expect(await status(url, {})).toBe(400);
    expect(await status(url, { origin: 'http://localhost:6274' })).toBe(400);
    for (const origin of ['http://evil.example', 'null', 'http://localhost.evil.example'])
      expect(await status(url, { origin })).toBe(403);
    for (const host of ['evil.example', 'localhost.', ''])
      expect(await status(url, { host }), host).toBe(host === '' ? 400 : 403);
    expect(await status(url, { host: 'localhost:1' })).toBe(400);
    const direct = rawRequest('http://anything.example/mcp', { method: 'tools/list' });
    expect((await server.fetch(direct)).status).toBe(200);
    expect(
      (
        await server.fetch(
          rawRequest('http://anything.example/mcp', {
            method: 'tools/list',
            headers: { origin: 'http://evil.example' },
          }),
        )
      ).status,
    ).toBe(403);
  });

  it('takes the lists of hosts and origins from the options, on any bind', async () => {
    const { server } = await served({
      http: { allowedHosts: ['mcp.example'], allowedOrigins: ['app.example'] },
    });
    const status = async (headers: Record<string, string>) =>
      (await server.fetch(rawRequest('http://x/mcp', { method: 'tools/list', headers }))).status;
    expect(await status({ host: 'mcp.example', origin: 'https://app.example' })).toBe(200);
    expect(await status({ host: 'other.example' })).toBe(403);
    expect(await status({ host: 'mcp.example', origin: 'http://localhost' })).toBe(403);
  });

  it('knows one path, with or without a slash at its end', async () => {
    const { url, server } = await served({ http: { path: '/api/mcp' } });
    expect(url.pathname).toBe('/api/mcp');
    expect((await tool(url, 'echo', { text: 'x' })).status).toBe(200);
    for (const path of ['/', '/mcp', '/api/mcp//', '/api/mcp2', '/api/mcp/x'])
      expect((await fetch(new URL(path, url), { method: 'POST' })).status).toBe(404);
    expect((await tool(new URL('/api/mcp/', url), 'echo', { text: 'x' })).status).toBe(200);
    expect(
      (await server.fetch(rawRequest('http://x/api/mcp?a=1', { method: 'tools/list' }))).status,
    ).toBe(200);
  });
});

describe('which era a request belongs to', () => {
  it('answers an unknown version with -32022 and the supported ones', async () => {
    const { url } = await served();
    const refused = await call(url, { method: 'tools/list', version: '2099-01-01' });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: -32022, data: { supported: [MODERN], requested: '2099-01-01' } } },
    });
  });

  it('answers half-modern requests by the rule that fits', async () => {
    const { url } = await served();
    const send = (body: unknown, headers: Record<string, string>) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify(body),
      }).then(answered);
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    expect(
      await send(list, { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/list' }),
    ).toMatchObject({
      status: 400,
      body: { error: { code: -32602 } },
    });
    const mismatch = rawRequest(url, {
      method: 'tools/list',
      headers: { 'mcp-method': 'prompts/list' },
    });
    expect(await answered(await fetch(mismatch))).toMatchObject({
      status: 400,
      body: { error: { code: -32020 } },
    });
    const session = rawRequest(url, {
      method: 'tools/list',
      headers: { 'mcp-session-id': 'stale' },
    });
    expect((await answered(await fetch(session))).body.result.tools.length).toBeGreaterThan(0);
    expect((await call(url, { method: 'nope/nope' })).status).toBe(404);
    expect((await fetch(url)).status).toBe(405);
  });

  it('takes no state and no answers from a 2025 request', async () => {
    const { url, releases } = await served();
    const asked = await tool(url, 'deploy', { env: 'staging' });
    const legacy = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'deploy',
          arguments: { env: 'staging' },
          requestState: asked.body.result.requestState,
          inputResponses: { confirm: accept({ confirm: true }) },
        },
      }),
    }).then(answered);
    expect(legacy.body.result.isError).toBe(true);
    expect(releases.deployed).toEqual([]);
  });
});

@Tool({
  name: 'odd',
  description: 'Returns what cannot be written.',
  input: z.object({ how: z.string().optional() }),
})
class Odd {
  run(input: { how?: string | undefined }) {
    if (input.how === undefined) return { content: [], structuredContent: { n: 1 } };
    return { content: [], structuredContent: { n: 1n } };
  }
}

describe('a result that has no JSON form', () => {
  it('is the author’s error, and the request is answered', async () => {
    const { url, lines } = await served({ components: [Odd] });
    expect((await tool(url, 'odd', {})).body.result.structuredContent).toEqual({ n: 1 });
    const failed = await tool(url, 'odd', { how: 'bigint' });
    expect(failed.body.result).toMatchObject({
      isError: true,
      content: [{ text: 'The call failed because of an error on the server.' }],
    });
    expect(lines.text()).toContain(
      'Odd.run: the return value is no JSON: structuredContent.n is a bigint',
    );
  });
});
