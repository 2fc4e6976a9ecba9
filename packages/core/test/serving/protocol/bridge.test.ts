import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { BridgeCore, LegacyBridge, LegacyCall } from '../../../src/internal.js';
import { accept, answered, rawRequest, soon, testServer } from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';

/** A bridge that keeps what core gave it. */
function keptBridge() {
  const kept: { core?: BridgeCore; bodies: unknown[]; steps: string[] } = { bodies: [], steps: [] };
  const bridge: LegacyBridge = {
    attach(core) {
      kept.core = core;
      return {
        fetch: async (_request, { body }) => {
          kept.bodies.push(body);
          return Response.json({ bridged: true });
        },
        run: async () => ({ result: { content: [] } }),
        stats: () => ({ sessions: 0, openAsks: 0 }),
        drain: () => void kept.steps.push('drain'),
        close: async () => void kept.steps.push('close'),
      };
    },
  };
  return { bridge, kept };
}

const legacyCall = (
  params: LegacyCall['params'],
  method: LegacyCall['method'] = 'tools/call',
): LegacyCall => ({
  method,
  params,
  principal: { issuer: 'i', subject: 's', client: 'c' },
  scopes: [],
  signal: new AbortController().signal,
  capabilities: { elicitation: { form: {} } },
  client: {},
  notify: () => undefined,
});

describe('the legacy bridge', () => {
  it('gets the 2025 requests and no others', async () => {
    const { bridge, kept } = keptBridge();
    const { server } = testServer({ legacy: bridge });
    expect(
      (await answered(await server.fetch(rawRequest('http://x/mcp', { method: 'tools/list' }))))
        .body.result.tools,
    ).toBeDefined();
    const initialize = {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'a', version: '1' },
      },
    };
    const old = new Request('http://x/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(initialize),
    });
    expect((await answered(await server.fetch(old))).body).toEqual({ bridged: true });
    expect((await answered(await server.fetch(new Request('http://x/mcp')))).body).toEqual({
      bridged: true,
    });
    expect(kept.bodies).toEqual([initialize, undefined]);
    await server.close();
    expect(kept.steps).toEqual(['drain', 'close']);
  });

  it('runs rounds through the same dispatcher, with state that opens nowhere else', async () => {
    const { bridge, kept } = keptBridge();
    const { server, releases, events } = testServer({ legacy: bridge });
    const host = kept.core?.host;
    if (host === undefined) throw new Error('not attached');
    const call = legacyCall({
      name: 'deploy',
      arguments: { env: 'staging' },
      requestState: 'forged',
      inputResponses: { confirm: accept({ confirm: true }) },
    });
    const asked = await host.round(call);
    if (asked.kind !== 'asking') throw new Error(asked.kind);
    expect([...asked.asks.keys()]).toEqual(['confirm']);
    expect(asked.endsBy('confirm', { action: 'decline' })).toBe(true);
    expect(asked.endsBy('confirm', accept({ confirm: true }))).toBe(false);
    expect(asked.idle).toBe(1);
    expect(events).toMatchObject([{ type: 'round.asked', era: '2025' }]);

    const responses = { confirm: accept({ confirm: true }) };
    const wire = rawRequest('http://x/mcp', {
      params: {
        name: 'deploy',
        arguments: { env: 'staging' },
        requestState: asked.state,
        inputResponses: responses,
      },
    });
    expect((await answered(await server.fetch(wire))).body.error.code).toBe(-32602);
    expect(releases.deployed).toEqual([]);

    const done = await host.round(call, { responses, state: asked.state });
    expect(host.answer(call, done)).toEqual({
      result: { content: [{ type: 'text', text: 'Deployed 42 to staging.' }] },
    });
    await server.close();
  });

  it('that answers a client which has left keeps neither the exchange nor a shutdown waiting', async () => {
    const { bridge, kept } = keptBridge();
    const cancelled: unknown[] = [];
    const attach: LegacyBridge['attach'] = (core) => ({
      ...bridge.attach(core),
      fetch: async ({ signal }) => {
        kept.bodies.push('entered');
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return new Response(
          new ReadableStream({
            start: (body) => body.enqueue(new Uint8Array(8)),
            cancel: (reason) => void cancelled.push(reason),
          }),
        );
      },
    });
    const { server } = testServer({ legacy: { attach } });
    const { url } = await server.listen();
    const leave = new AbortController();
    const left = fetch(url, { signal: leave.signal }).catch((error: unknown) => error);
    await soon(() => expect(kept.bodies).toEqual(['entered']));
    leave.abort();
    await left;
    await soon(() => expect(cancelled).toHaveLength(1));
    await server.close({ graceMs: 0 });
  });

  it('hears what became of each question, for events and logs', async () => {
    const { bridge, kept } = keptBridge();
    const { server, events, lines } = testServer({ legacy: bridge });
    const call = legacyCall({ name: 'deploy', arguments: { env: 'staging' } });
    kept.core?.host.ended(call, { step: 'confirm', end: 'answered', ms: 3 });
    kept.core?.host.ended(call, { step: 'confirm', end: 'refused_by_client', ms: 5, code: -32601 });
    expect(events).toMatchObject([
      {
        type: 'question.ended',
        component: 'deploy',
        era: '2025',
        step: 'confirm',
        end: 'answered',
        ms: 3,
      },
      { type: 'question.ended', end: 'refused_by_client', code: -32601 },
    ]);
    expect(lines.all.map(({ level }) => level)).toEqual(['debug', 'info']);
    await server.close();
  });

  it('that fails reaches the client as a generic error, and the logger with the original', async () => {
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const { bridge } = keptBridge();
    const failing: LegacyBridge = {
      attach: (core) => ({
        ...bridge.attach(core),
        run: () => Promise.reject(new Error('SECRET')),
      }),
    };
    const { server, lines } = testServer({ legacy: failing });
    const ended = server.stdio({ stdin, stdout, exit: false });
    const send = (message: object) =>
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send({
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'a', version: '1' },
      },
    });
    send({
      id: 1,
      method: 'tools/call',
      params: { name: 'deploy', arguments: { env: 'staging' } },
    });
    const text = await soon(() => {
      const written = String(stdout.read() ?? '');
      return written.includes('"id":1') ? written : Promise.reject(new Error('no answer yet'));
    });
    expect(text).toContain('The call failed because of an error on the server.');
    expect(text).not.toContain('SECRET');
    expect(lines.text()).toContain('SECRET');
    stdin.end();
    await ended;
    await server.close();
  });

  it('tells the operator of a limit that was its own, and of none twice', async () => {
    const { bridge, kept } = keptBridge();
    const { server, lines } = testServer({
      legacy: bridge,
      state: { codec: testCodec(), maxRounds: 1 },
    });
    const host = kept.core?.host;
    if (host === undefined) throw new Error('not attached');
    const call = legacyCall({ name: 'deploy', arguments: { env: 'staging' } });
    host.answer(call, { kind: 'exhausted', limit: 'rounds', rounds: 8, step: 'confirm' });
    expect(lines.all).toMatchObject([
      {
        level: 'warn',
        fields: { component: 'deploy', step: 'confirm', limit: 'rounds' },
        message: expect.stringContaining('bridge'),
      },
    ]);
    const asked = await host.round(call);
    if (asked.kind !== 'asking') throw new Error(asked.kind);
    const ended = await host.round(call, { responses: {}, state: asked.state });
    expect(ended).toMatchObject({ kind: 'exhausted', limit: 'rounds' });
    host.answer(call, ended);
    expect(lines.all).toHaveLength(2);
    expect(lines.all[1]?.message).toContain('state.maxRounds');
    await server.close();
  });

  it('words what brought no answer by family, and never as the user’s decision', async () => {
    const { bridge, kept } = keptBridge();
    const { server } = testServer({ legacy: bridge });
    const host = kept.core?.host;
    const tool = legacyCall({ name: 'deploy', arguments: { env: 'staging' } });
    const prompt = legacyCall({ name: 'review', arguments: { file: 'x' } }, 'prompts/get');
    for (const kind of [
      'timed_out',
      'refused_by_client',
      'disconnected',
      'cannot_carry',
    ] as const) {
      const failure = { step: 'confirm', kind, setting: 'sessions: false' };
      expect(host?.fail(tool, failure)).toMatchObject({
        result: { isError: true, content: [{ text: expect.stringContaining('"confirm"') }] },
      });
      expect(host?.fail(prompt, failure)).toMatchObject({ error: { code: -32603 } });
      expect(JSON.stringify(host?.fail(tool, failure))).not.toMatch(/declined|dismissed|the user/i);
    }
    await server.close();
  });
});
