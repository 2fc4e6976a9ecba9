import { deepStrictEqual } from 'node:assert';
import { callTool, confirming, listTools } from './client.js';
import {
  CONFIRM_TITLE,
  DESCRIPTION,
  outcome,
  type Peer,
  question,
  toolName,
} from './peers/peer.js';

const FORM = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: question('prod'),
    requestedSchema: {
      type: 'object',
      properties: { confirm: { type: 'boolean', title: CONFIRM_TITLE } },
      required: ['confirm'],
    },
  },
};

/**
 * Asserts, before anything is timed, that a peer does what all of them are to do: put the same question, give the same result,
 * and refuse a state that was edited. Throws otherwise.
 */
export async function assertSameWork(peer: Peer, tool: string): Promise<void> {
  const asked = await callTool(peer, tool, 'prod');
  const { params, ...rest } = asked.result?.inputRequests?.confirm ?? {};
  const shown = params?.requestedSchema as Record<string, unknown> | undefined;
  const { $schema: _dialect, additionalProperties: _closed, ...requestedSchema } = shown ?? {};
  deepStrictEqual(
    { ...rest, params: { mode: 'form', ...params, requestedSchema } },
    FORM,
    `${peer.name}: the question`,
  );

  const done = await callTool(peer, tool, 'prod', confirming(asked));
  deepStrictEqual(
    done.result?.content,
    [{ type: 'text', text: outcome('prod') }],
    `${peer.name}: the result`,
  );
  deepStrictEqual(done.result?.resultType, 'complete', `${peer.name}: the kind of the result`);

  const state = confirming(asked).requestState;
  const at = state.length >> 1;
  const edited = `${state.slice(0, at)}${state[at] === 'A' ? 'B' : 'A'}${state.slice(at + 1)}`;
  const refused = await callTool(peer, tool, 'prod', confirming(asked, edited));
  deepStrictEqual(refused.error?.code, -32_602, `${peer.name}: the answer to an edited state`);
}

/** Asserts that a peer lists all its tools, as all of them do: with name, description and the schema of their input. */
export async function assertSameList(peer: Peer, components: number): Promise<void> {
  const { result } = JSON.parse(await listTools(peer)) as {
    result: { tools: Record<string, Record<string, unknown>>[] };
  };
  const listed = result.tools.map(({ name, description, inputSchema }) => {
    const { type, properties, required } = inputSchema ?? {};
    return { name, description, inputSchema: { type, properties, required } };
  });
  const inputSchema = {
    type: 'object',
    properties: { env: { type: 'string' } },
    required: ['env'],
  };
  const expected = Array.from({ length: components }, (_, at) => ({
    name: toolName(at),
    description: DESCRIPTION,
    inputSchema,
  }));
  deepStrictEqual(listed, expected, `${peer.name}: the list of tools`);
}
