import { describe, expect, it } from 'vitest';
import { visit } from './support/served.js';
import { TOOL_CASES } from './support/tool-cases.js';
import { bare, ERAS } from './support/visitor.js';

describe.each(ERAS)('a client of $revision', ({ revision }) => {
  it.each(TOOL_CASES)(
    'gets from $name what it is for',
    async ({ name, args, asked = [], fills = {}, result }) => {
      const visitor = await visit(revision);
      visitor.fills = fills;
      await visitor.client.listTools(); // as clients do, which learn from it what to repeat in headers
      const got = await visitor.client.callTool({
        name,
        ...(args !== undefined && { arguments: args }),
      });
      expect(visitor.client.getNegotiatedProtocolVersion()).toBe(revision);
      expect(bare(got)).toEqual(result);
      expect(visitor.asked).toHaveLength(asked.length);
      expect(visitor.asked).toEqual(expect.arrayContaining([...asked]));
    },
  );

  it('is listed every tool that is tested here, the one without arguments first', async () => {
    const { client } = await visit(revision);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOL_CASES.map(({ name }) => name));
    expect(tools.filter(({ description }) => !description)).toEqual([]);
  });

  it.each([
    { breaks: 'then', args: { contactMethod: 'phone', email: 'ada@example.com' } },
    { breaks: 'else', args: { contactMethod: 'email', phone: '1815' } },
    {
      breaks: 'additionalProperties',
      args: { phone: '1815', email: 'ada@example.com', fax: '1816' },
    },
  ])('is refused arguments that break the raw schema at $breaks', async ({ args }) => {
    const { client } = await visit(revision);
    const { isError } = await client.callTool({
      name: 'json_schema_2020_12_tool',
      arguments: args,
    });
    expect(isError).toBe(true);
  });
});

describe('an answer that comes with the first request', () => {
  const call = { name: 'test_input_required_result_elicitation' };
  const answering = async (inputResponses: object) => {
    const { client } = await visit('2026-07-28');
    return client.callTool({ ...call, inputResponses } as typeof call, {
      allowInputRequired: true,
    });
  };

  it('is taken by the tool that says so, and by no other', async () => {
    const accept = { action: 'accept', content: { name: 'Ada', ok: true } };
    expect(bare(await answering({ user_name: accept, somebody_else: accept }))).toEqual({
      content: [{ type: 'text', text: 'Hello, Ada!' }],
    });
    const { client } = await visit('2026-07-28');
    const other = {
      name: 'test_input_required_result_request_state',
      inputResponses: { confirm: accept },
    };
    expect(await client.callTool(other, { allowInputRequired: true })).toHaveProperty(
      'inputRequests.confirm',
    );
  });

  it.each([{ wrong_key: { action: 'accept', content: { name: 'Ada' } } }, { user_name: 12345 }])(
    'is asked for again when it is none: %j',
    async (responses) => {
      expect(await answering(responses)).toHaveProperty('inputRequests.user_name');
    },
  );
});
