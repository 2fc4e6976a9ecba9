import { afterEach, describe, expect, it } from 'vitest';
import type { CountersignServer } from '../../src/index.js';
import { accept, call, client, FORMS, testServer, tool } from '../support/serving.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

async function served(options: Parameters<typeof testServer>[0] = {}) {
  const made = testServer(options);
  servers.push(made.server);
  const { url } = await made.server.listen();
  return { ...made, url };
}

describe('a tool over HTTP, for a 2026 client', () => {
  it('asks, forgets the call, and finishes it on another replica with the same key', async () => {
    const first = await served();
    const second = await served();
    const asked = await tool(first.url, 'deploy', { env: 'prod' });
    expect(asked.status).toBe(200);
    expect(asked.body.result.resultType).toBe('input_required');
    expect(Object.keys(asked.body.result.inputRequests)).toEqual(['confirm', 'ticket']);
    expect(asked.body.result).not.toHaveProperty('content');

    const done = await tool(
      second.url,
      'deploy',
      { env: 'prod' },
      {
        requestState: asked.body.result.requestState,
        inputResponses: { confirm: accept({ confirm: true }), ticket: accept({ id: 'CHG-1' }) },
      },
      { id: 2 },
    );
    expect(done.body.result).toMatchObject({
      resultType: 'complete',
      content: [{ type: 'text', text: 'Deployed 42 to prod.' }],
    });
    expect(first.releases.deployed).toEqual([]);
    expect(second.releases.deployed).toEqual(['42 prod CHG-1']);
    expect(first.events.map(({ type }) => type)).toEqual(['round.asked']);
    expect(second.events.map(({ type }) => type)).toEqual([
      'answer.taken',
      'answer.taken',
      'round.finished',
    ]);
  });

  it('is what the official client drives by itself', async () => {
    const { url } = await served();
    const official = await client(url, '2026', { capabilities: FORMS });
    const questions: string[] = [];
    official.setRequestHandler('elicitation/create', async ({ params }) => {
      questions.push(params.message);
      return { action: 'accept', content: { confirm: true } };
    });
    const result = await official.callTool({ name: 'deploy', arguments: { env: 'staging' } });
    expect(result.content).toEqual([{ type: 'text', text: 'Deployed 42 to staging.' }]);
    expect(questions).toEqual(['Deploy 42 to staging?']);
    const { tools } = await official.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['deploy', 'echo', 'sum', 'poll', 'broken']);
    await official.close();
  });

  it('checks an output schema on the finished result only', async () => {
    const { url } = await served();
    const asked = await tool(url, 'sum', {});
    expect(asked.body.result.resultType).toBe('input_required');
    const done = await tool(
      url,
      'sum',
      {},
      { requestState: asked.body.result.requestState, inputResponses: { pick: accept({ n: 2 }) } },
    );
    expect(done.body.result).toMatchObject({
      structuredContent: { total: 3 },
      content: [{ type: 'text', text: '{"total":3}' }],
    });
  });

  it('sends rising progress of the body, and nothing that was not asked for', async () => {
    const { url } = await served();
    const official = await client(url, '2026');
    const seen: number[] = [];
    const result = await official.callTool(
      { name: 'echo', arguments: { text: 'hi' } },
      { onprogress: ({ progress }) => void seen.push(progress) },
    );
    expect(result.content).toEqual([{ type: 'text', text: 'hi' }]);
    expect(seen).toEqual([1, 2]);
    const silent = await tool(url, 'echo', { text: 'hi' });
    expect(silent.body.result.content).toEqual([{ type: 'text', text: 'hi' }]);
    await official.close();
  });

  it('answers ten clients at once, all with id 1, each with its own answer', async () => {
    const { url, releases } = await served();
    const one = async (n: number) => {
      const asked = await tool(url, 'sum', {});
      const done = await tool(
        url,
        'sum',
        {},
        { requestState: asked.body.result.requestState, inputResponses: { pick: accept({ n }) } },
      );
      expect(done.body.id).toBe(1);
      return done.body.result.structuredContent.total;
    };
    const numbers = Array.from({ length: 10 }, (_, n) => n);
    expect(await Promise.all(numbers.map(one))).toEqual(numbers.map((n) => n + 1));
    expect(releases.deployed).toEqual([]);
  });
});

describe('prompts and resources', () => {
  it('ask and finish as tools do', async () => {
    const { url } = await served();
    const prompt = {
      method: 'prompts/get',
      params: { name: 'review', arguments: { file: 'a.ts' } },
    };
    const asked = await call(url, prompt);
    expect(asked.body.result.inputRequests.tone.params.message).toBe('Tone for a.ts?');
    const done = await call(url, {
      ...prompt,
      params: {
        ...prompt.params,
        requestState: asked.body.result.requestState,
        inputResponses: { tone: accept({ tone: 'kind' }) },
      },
    });
    expect(done.body.result.messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Review a.ts, kind.' } },
    ]);

    const resource = { method: 'resources/read', params: { uri: 'secret://one' } };
    const question = await call(url, resource);
    const answer = (confirm: boolean) => ({
      ...resource,
      params: {
        ...resource.params,
        requestState: question.body.result.requestState,
        inputResponses: { allow: accept({ confirm }) },
      },
    });
    expect((await call(url, answer(true))).body.result.contents).toEqual([
      { uri: 'secret://one', mimeType: 'text/plain', text: 'the secret one' },
    ]);
    expect((await call(url, answer(false))).body.result.contents).toEqual([
      { uri: 'secret://one', mimeType: 'text/plain', blob: 'AQID' },
    ]);
  });

  it('turn a declined question into a JSON-RPC error that names the step', async () => {
    const { url } = await served();
    const prompt = {
      method: 'prompts/get',
      params: { name: 'review', arguments: { file: 'a.ts' } },
    };
    const asked = await call(url, prompt);
    const declined = await call(url, {
      ...prompt,
      params: {
        ...prompt.params,
        requestState: asked.body.result.requestState,
        inputResponses: { tone: { action: 'decline', content: { tone: 'x' } } },
      },
    });
    expect(declined.body.error).toEqual({
      code: 4001,
      message: 'The user declined "tone".',
      data: { step: 'tone' },
    });
  });

  it('are listed', async () => {
    const { url } = await served();
    expect((await call(url, { method: 'prompts/list' })).body.result.prompts).toHaveLength(1);
    expect((await call(url, { method: 'resources/list' })).body.result.resources).toMatchObject([
      { uri: 'about://server' },
    ]);
    expect(
      (await call(url, { method: 'resources/templates/list' })).body.result.resourceTemplates,
    ).toMatchObject([{ uriTemplate: 'secret://{name}' }]);
    expect(
      (await call(url, { method: 'tools/list', params: { cursor: 'x' } })).body.error.code,
    ).toBe(-32602);
  });
});

describe('a 2025 client without the shim', () => {
  it('is served statelessly, and told which package asks for it', async () => {
    const { url, releases } = await served();
    const official = await client(url, '2025', { capabilities: FORMS });
    expect((await official.callTool({ name: 'echo', arguments: { text: 'old' } })).content).toEqual(
      [{ type: 'text', text: 'old' }],
    );
    for (const call of [
      { name: 'deploy', arguments: { env: 'staging' } },
      { name: 'poll', arguments: {} },
    ]) {
      const result = await official.callTool(call);
      expect(result.isError).toBe(true);
      expect(JSON.stringify(result.content)).toContain('@countersign/shim-legacy');
    }
    await expect(
      official.getPrompt({ name: 'review', arguments: { file: 'a.ts' } }),
    ).rejects.toMatchObject({ code: -32603 });
    expect(releases.deployed).toEqual([]);
    await official.close();
  });
});
