import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  again,
  ask,
  type CallContext,
  Compute,
  type CountersignServer,
  Elicit,
  form,
  inputRequired,
  type StateOptions,
  Tool,
  ToolError,
} from '../../../src/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import {
  accept,
  client,
  FORMS,
  rawRequest,
  soon,
  testServer,
  tool,
} from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

function served(options: Parameters<typeof testServer>[0] = {}) {
  const made = testServer(options);
  servers.push(made.server);
  return made;
}

let told: unknown;
const Total = z.object({ total: z.number() });

@Tool({ name: 'vote', description: 'Counts, unless nobody answers.', output: Total })
class Vote {
  @Elicit() pick() {
    return ask.form('A number?', form(z.object({ n: z.number() })));
  }
  run() {
    return { total: 1 };
  }
  declined() {
    return told;
  }
}

describe('what declined returns for a tool with an output schema', () => {
  const declined = async (value: unknown, { server, lines } = served({ components: [Vote] })) => {
    told = value;
    const { requestState } = (await tool(server, 'vote', {})).body.result;
    const answer = await tool(
      server,
      'vote',
      {},
      { requestState, inputResponses: { pick: { action: 'decline' } } },
    );
    return { lines, result: answer.body.result };
  };
  const text = (value: string) => ({ type: 'text', text: value });

  it('is a value that fits, or text, content or a whole result as of any tool', async () => {
    expect((await declined({ total: 0 })).result).toMatchObject({
      structuredContent: { total: 0 },
      content: [text('{"total":0}')],
    });
    expect((await declined({ total: 0 })).result).not.toHaveProperty('isError');
    expect((await declined('nobody voted')).result).toMatchObject({
      isError: true,
      content: [text('nobody voted')],
    });
    expect((await declined(text('a block'))).result).toMatchObject({
      isError: true,
      content: [text('a block')],
    });
    expect((await declined([text('blocks')])).result).toMatchObject({
      isError: true,
      content: [text('blocks')],
    });
    const whole = {
      content: [text('whole')],
      structuredContent: { total: 0 },
      _meta: { 'x/y': 1 },
    };
    expect((await declined(whole)).result).toMatchObject(whole);
  });

  it('is named when it is none of these', async () => {
    for (const value of [
      { total: 'x' },
      7,
      { content: [text('whole')], structuredContent: { total: 'x' } },
      { content: [text('whole')], structuredContent: { total: 'x' }, isError: true },
      { content: [{ type: 'text' }] },
      [{ type: 'image' }],
    ]) {
      const { result, lines } = await declined(value);
      expect(result).toMatchObject({
        isError: true,
        content: [{ text: 'The call failed because of an error on the server.' }],
      });
      expect(lines.text()).toContain('a component threw in declined');
      expect(lines.text()).toContain(
        'Vote.declined: the return value does not fit the output schema: ',
      );
    }
    const { lines } = await declined({ total: 1n });
    expect(lines.text()).toContain('Vote.declined: the return value is no JSON: total is a bigint');
  });

  it('reaches the official client, which takes only errors without structured content', async () => {
    const { server } = served({ components: [Vote] });
    const { url } = await server.listen();
    const official = await client(url, '2026', { capabilities: FORMS });
    await official.listTools();
    official.setRequestHandler('elicitation/create', async () => ({ action: 'decline' }));
    told = 'nobody voted';
    expect(await official.callTool({ name: 'vote', arguments: {} })).toMatchObject({
      isError: true,
      content: [text('nobody voted')],
    });
    await official.close();
  });
});

const entered: CallContext[] = [];

@Tool({
  name: 'leaver',
  description: 'Throws once its caller is gone.',
  input: z.object({ how: z.string() }),
})
class Leaver {
  run({ how }: { how: string }, _: object, ctx: CallContext) {
    entered.push(ctx);
    return new Promise((_resolve, reject) =>
      ctx.signal.addEventListener('abort', () => {
        if (how === 'reason') reject(ctx.signal.reason);
        else if (how === 'abort') reject(new DOMException('stopped', 'AbortError'));
        else reject(new Error('the rollback failed'));
      }),
    );
  }
}

describe('what run throws after its caller left', () => {
  const left = async (how: string) => {
    const { server, lines, events } = served({ components: [Leaver] });
    entered.length = 0;
    const leave = new AbortController();
    const response = server.fetch(
      rawRequest(
        'http://x/mcp',
        { params: { name: 'leaver', arguments: { how } } },
        { signal: leave.signal },
      ),
    );
    await soon(() => expect(entered).toHaveLength(1));
    leave.abort();
    expect((await response).status).toBe(499);
    await soon(() => expect(events.at(-1)).toMatchObject({ type: 'round.finished' }));
    return { lines, events };
  };

  it('is logged and reported, unless it says no more than that', async () => {
    const mistaken = await left('error');
    expect(mistaken.lines.text()).toContain('the rollback failed');
    expect(mistaken.events.map(({ type }) => type)).toEqual(['error', 'round.finished']);
    for (const how of ['reason', 'abort']) {
      const quiet = await left(how);
      expect(quiet.lines.text()).not.toContain('threw');
      expect(quiet.events.map(({ type }) => type)).toEqual(['round.finished']);
    }
  });
});

@Tool({ name: 'overwritten', description: 'Fails with a message that is no text.' })
class Overwritten {
  run(): never {
    throw Object.assign(new ToolError('the disk is full'), {
      message: { toString: () => 'the disk is very full' },
    });
  }
}

describe('a ToolError whose message was overwritten', () => {
  it('is answered as text', async () => {
    const { server } = served({ components: [Overwritten] });
    expect((await tool(server, 'overwritten', {})).body.result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'the disk is very full' }],
    });
  });
});

@Tool({ name: 'endless', description: 'Is never done.' })
class Endless {
  @Compute() build() {
    return again(null, { afterMs: 5000 });
  }
  run() {
    return 'never';
  }
}

describe('a deadline that passes while an answer is held back', () => {
  it('names the step that the call was waiting for', async () => {
    const clock = new FakeClock();
    const { server } = served({
      components: [Endless],
      clock,
      state: { codec: testCodec(), flowTtlSeconds: 2 },
    });
    const answer = tool(server, 'endless', {});
    await soon(() => expect(clock.slept).toEqual([2000]));
    clock.advance(2000);
    expect((await answer).body.result).toMatchObject({
      isError: true,
      content: [
        { text: 'The call was not finished before its deadline; it was waiting for "build".' },
      ],
    });
  });
});

@Tool({ name: 'restless', description: 'Is never done, and never waits.' })
class Restless {
  @Compute() build() {
    return again();
  }
  run() {
    return 'never';
  }
}

describe('a call that ends at a limit', () => {
  const exhausted = async (state: Partial<StateOptions>, rounds: number) => {
    const made = served({ components: [Restless], state: { codec: testCodec(), ...state } });
    let result = (await tool(made.server, 'restless', {})).body.result;
    for (let round = 1; round < rounds; round++) {
      expect(result).toMatchObject({ resultType: 'input_required' });
      expect(made.lines.all).toEqual([]);
      result = (await tool(made.server, 'restless', {}, { requestState: result.requestState })).body
        .result;
    }
    return { result, ...made };
  };
  const told = (limit: string, cure: string) => [
    {
      level: 'warn',
      fields: { component: 'restless', step: 'build', limit },
      message: expect.stringContaining(cure),
    },
  ];

  it('tells the operator which option it was, where the caller learns only the limit', async () => {
    const { result, lines } = await exhausted({ maxRounds: 2 }, 3);
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.not.stringContaining('maxRounds') }],
    });
    expect(lines.all).toEqual(told('rounds', 'state.maxRounds'));
    expect((await exhausted({ maxRounds: 100 }, 33)).lines.all).toEqual(
      told('rounds', 'the 32 rounds of any flow'),
    );
  });

  it('names the option of a deadline too', async () => {
    const clock = new FakeClock();
    const { server, lines } = served({
      components: [Endless],
      clock,
      state: { codec: testCodec(), flowTtlSeconds: 2 },
    });
    const answer = tool(server, 'endless', {});
    await soon(() => expect(clock.slept).toEqual([2000]));
    expect(lines.all).toEqual([]);
    clock.advance(2000);
    expect((await answer).body.result.isError).toBe(true);
    expect(lines.all).toMatchObject([
      { level: 'warn', fields: { component: 'endless', step: 'build', limit: 'deadline' } },
    ]);
    expect(lines.text()).toContain('state.flowTtlSeconds');
  });
});

const Code = form(z.object({ code: z.string().min(3) }));

@Tool({ name: 'codes', description: 'Asks for two codes.' })
class Codes {
  @Elicit({ attempts: 1 }) code() {
    return ask.form('A code?', Code);
  }
  @Elicit({ attempts: 1 }) other() {
    return ask.form('Another?', Code);
  }
  run() {
    return 'done';
  }
}

describe('an answer that did not fit once too often', () => {
  it('is named by its question, and by its field unless that is the same word', async () => {
    const { server } = served({ components: [Codes] });
    const answered = async (step: string) => {
      const { requestState } = (await tool(server, 'codes', {})).body.result;
      const more = { requestState, inputResponses: { [step]: accept({ code: 'x' }) } };
      return (await tool(server, 'codes', {}, more)).body.result.content[0].text;
    };
    expect(await answered('other')).toBe(
      'The answer to "other" did not fit in "code", and there are no attempts left.',
    );
    expect(await answered('code')).toBe(
      'The answer to "code" did not fit, and there are no attempts left.',
    );
  });
});

@Tool({
  name: 'misplaced',
  description: 'Returns what a step should.',
  input: z.object({ what: z.string() }),
})
class Misplaced {
  run({ what }: { what: string }) {
    return what === 'ask' ? ask.form('A code?', Code) : again(1);
  }
}

describe('a run that returns what only steps return', () => {
  it('is told so, and nothing of it leaves', async () => {
    for (const [what, word] of [
      [
        'ask',
        'Misplaced.run: the return value is an ask; questions are returned by methods marked @Elicit',
      ],
      ['again', 'Misplaced.run: the return value is again(…), which'],
    ] as const) {
      const { server, lines } = served({ components: [Misplaced] });
      expect((await tool(server, 'misplaced', { what })).body.result).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: 'The call failed because of an error on the server.' }],
      });
      expect(lines.text()).toContain(word);
    }
  });
});

@Tool({ name: 'manual', description: 'Writes its interim results by hand.' })
class Manual {
  run(_: object, _answers: object, ctx: CallContext) {
    const more = { _meta: { 'x/y': 1 }, requestState: ctx.mintRequestState('first') };
    if (ctx.requestState() === undefined)
      return { ...inputRequired({ inputRequests: { name: NAME } }), ...more };
    return Object.keys(ctx.inputResponses).length > 0
      ? 'done'
      : { resultType: 'input_required' as const, ...more };
  }
}

const NAME = inputRequired.elicit({
  message: 'Name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
});

describe('a hand-written interim result', () => {
  it('keeps its further members on the wire', async () => {
    const { server } = served({ components: [Manual] });
    const asked = (await tool(server, 'manual', {})).body.result;
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: { name: {} },
      _meta: { 'x/y': 1 },
    });
    const again = (await tool(server, 'manual', {}, { requestState: asked.requestState })).body
      .result;
    expect(again).toMatchObject({ resultType: 'input_required', _meta: { 'x/y': 1 } });
    expect(again).not.toHaveProperty('inputRequests');
  });
});
