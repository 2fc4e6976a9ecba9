import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Answers,
  ask,
  type CountersignServer,
  Elicit,
  form,
  Tool,
} from '../../../src/index.js';
import { accept, answered as answerOf, call, testServer, tool } from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

const Confirm = form(z.object({ confirm: z.boolean() }));
let removed = 0;

/** Written the lazy way: whatever reaches the body counts as a yes. */
@Tool({ name: 'remove', description: 'Removes, once a person confirms it.' })
class Remove {
  @Elicit() confirm() {
    return ask.form('Really?', Confirm);
  }
  run(_: object, { confirm }: Answers<Remove>) {
    if (confirm) removed++;
    return 'done';
  }
}

@Tool({
  name: 'remove-anyway',
  description: 'Asks what it may do without, and forgets that it is no yes.',
})
class RemoveAnyway {
  @Elicit({ attempts: 1 }) confirm() {
    return ask.form('Really?', Confirm, { optional: true });
  }
  run(_: object, { confirm }: Answers<RemoveAnyway>) {
    if (confirm) removed++;
    return confirm === undefined ? 'no answer' : 'done';
  }
}

@Tool({ name: 'remove-early', description: 'Takes an answer that comes with the first request.' })
class RemoveEarly {
  @Elicit({ presupplied: true }) confirm() {
    return ask.form('Really?', Confirm);
  }
  run() {
    removed++;
    return 'done';
  }
}

function served(options: Parameters<typeof testServer>[0] = {}) {
  removed = 0;
  const made = testServer({ components: [Remove, RemoveAnyway, RemoveEarly], ...options });
  servers.push(made.server);
  return made;
}

/** Ask, then answer. */
async function answered(server: CountersignServer, name: string, answer: unknown) {
  const asked = await tool(server, name, {});
  const { requestState } = asked.body.result;
  return (await tool(server, name, {}, { requestState, inputResponses: { confirm: answer } })).body;
}

const yes = { confirm: true };
const NOT_A_YES: [string, unknown][] = [
  ['a decline', { action: 'decline' }],
  ['a decline with content', { action: 'decline', content: yes }],
  ['a dismissal with content', { action: 'cancel', content: yes }],
  ...['reject', 'Accept', 'ACCEPT', 'approve', '', null, true, undefined].map(
    (action): [string, unknown] => [
      `the action ${JSON.stringify(action)}`,
      { action, content: yes },
    ],
  ),
  ...['true', 'false', 'False', '0', 0, 1, 'no', null].map((value): [string, unknown] => [
    `${JSON.stringify(value)} in place of a boolean`,
    accept({ confirm: value }),
  ]),
  ['an accept without content', { action: 'accept' }],
  ['an accept of nothing', accept({})],
  ['an accept of a list', accept([true])],
  ['bare content', yes],
  ['nothing', undefined],
  ['null', null],
  ['true', true],
  ['a model’s answer', { role: 'assistant', model: 'm', content: { type: 'text', text: 'yes' } }],
];

describe('what is not a yes', () => {
  it.each(NOT_A_YES)(
    '%s does not enter the body of a tool that must have an answer',
    async (_, answer) => {
      const { server } = served();
      expect((await answered(server, 'remove', accept(yes))).result.content[0].text).toBe('done');
      expect(removed).toBe(1);
      const { result } = await answered(server, 'remove', answer);
      expect(result.resultType === 'input_required' || result.isError).toBe(true);
      expect(removed).toBe(1);
    },
  );

  it.each(NOT_A_YES)('%s is undefined where the answer is optional', async (_, answer) => {
    const { server } = served();
    expect((await answered(server, 'remove-anyway', accept(yes))).result.content[0].text).toBe(
      'done',
    );
    expect((await answered(server, 'remove-anyway', answer)).result.content[0].text).toBe(
      'no answer',
    );
    expect(removed).toBe(1);
  });

  it('an accept of false is an answer: it enters the body, which reads the field', async () => {
    const { server } = served();
    expect(
      (await answered(server, 'remove', accept({ confirm: false }))).result.content[0].text,
    ).toBe('done');
  });
});

describe('an answer in the params of a 2025 request', () => {
  it('is none, also for a step that takes an answer without state', async () => {
    const { server } = served();
    const params = {
      name: 'remove-early',
      arguments: {},
      inputResponses: { confirm: accept(yes) },
    };
    expect((await call(server, { params })).body.result.content[0].text).toBe('done');
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const old = await answerOf(
      await server.fetch(new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body })),
    );
    expect(old.body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('@countersign/shim-legacy') }],
    });
    expect(removed).toBe(1);
  });
});

describe('a failing requestState beside a good answer', () => {
  it('is refused also where an answer may come without state: a failing one is not none', async () => {
    const { server, events } = served();
    const inputResponses = { confirm: accept(yes) };
    expect(
      (await tool(server, 'remove-early', {}, { inputResponses })).body.result.content[0].text,
    ).toBe('done');
    const { requestState } = (await tool(server, 'remove-early', {})).body.result;
    for (const bad of [
      `${requestState.slice(0, -2)}AA`,
      `${requestState}A`,
      '',
      'test.AAAA',
      'gone.AAAA',
      7,
    ]) {
      const refused = await tool(server, 'remove-early', {}, { requestState: bad, inputResponses });
      expect(refused.body.error).toMatchObject({
        code: -32602,
        data: { reason: 'invalid_request_state' },
      });
    }
    expect(removed).toBe(1);
    expect(events.filter(({ type }) => type === 'state.refused')).toHaveLength(6);
  });

  it('is the same error for tools, prompts and resources', async () => {
    const made = testServer();
    servers.push(made.server);
    for (const [method, params, key] of [
      ['tools/call', { name: 'deploy', arguments: { env: 'staging' } }, 'confirm'],
      ['prompts/get', { name: 'review', arguments: { file: 'a.ts' } }, 'tone'],
      ['resources/read', { uri: 'secret://one' }, 'allow'],
    ] as const) {
      const { requestState } = (await call(made.server, { method, params })).body.result;
      const inputResponses = { [key]: accept({ confirm: true, tone: 'kind' }) };
      const sent = (state: string) =>
        call(made.server, { method, params: { ...params, requestState: state, inputResponses } });
      expect((await sent(`${requestState.slice(0, -2)}AA`)).body).toEqual({
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: -32602,
          message: 'Invalid or expired requestState',
          data: { reason: 'invalid_request_state' },
        },
      });
      expect((await sent(requestState)).body.result.resultType).toBe('complete');
    }
    expect(made.releases.deployed).toHaveLength(1);
  });
});

describe('a question that cannot be put', () => {
  it('does not let the body run because its state could not be sealed', async () => {
    const away = () => {
      throw new Error('SECRET the key service is away');
    };
    const { server, lines } = served({ state: { codec: { ...testCodec(), seal: away } } });
    const { result } = (await tool(server, 'remove', {})).body;
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'The call failed because of an error on the server.' }],
    });
    expect(lines.text()).toContain('the key service is away');
    // The same request with a codec that works gets its question, and the answer to it the effect.
    expect((await answered(served().server, 'remove', accept(yes))).result.content[0].text).toBe(
      'done',
    );
    expect(removed).toBe(1);
  });
});
