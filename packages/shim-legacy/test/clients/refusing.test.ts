import {
  type Answers,
  ask,
  type CallContext,
  type Declined,
  Elicit,
  form,
  inputRequired,
  Roots,
  Sample,
  Tool,
} from '@countersign/core';
import { ProtocolError } from '@modelcontextprotocol/client';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { servedAs, wireOf } from '../support/modes.js';
import { connected, withoutHandlers } from '../support/official.js';
import { accept, isAsk, RawSession } from '../support/raw-session.js';
import { served, soon } from '../support/served.js';

const Name = form(z.object({ name: z.string() }));
const HELLO = { messages: ['Hello?'], maxTokens: 10 };
const effects: string[] = [];

@Tool({ name: 'optional', description: 'Can do without all that it asks.' })
class Optionals {
  @Elicit({ timeoutMs: 1000 }) name() {
    return ask.form('Your name?', Name, { optional: true });
  }
  @Sample({ timeoutMs: 1000 }) words() {
    return ask.sample(HELLO, { optional: true });
  }
  @Roots({ timeoutMs: 1000 }) where() {
    return ask.roots({ optional: true });
  }
  run(_: object, answers: Answers<Optionals>, ctx: CallContext) {
    effects.push('optional');
    return (['name', 'words', 'where'] as const)
      .map((step) => `${step} ${ctx.outcome(step)} ${answers[step] === undefined ? '-' : 'there'}`)
      .join(', ');
  }
}

@Tool({ name: 'later', description: 'Asks optionally once more.' })
class Later {
  @Elicit() first() {
    return ask.form('First?', Name, { optional: true });
  }
  @Elicit() sure(_: object, { first }: Answers<Later, 'first'>) {
    return ask.form(`Second, ${first?.name ?? 'you'}?`, Name, { optional: true });
  }
  run(_: object, { first, sure }: Answers<Later>, ctx: CallContext) {
    return `${first?.name} ${sure?.name} ${ctx.outcome('first')} ${ctx.outcome('sure')}`;
  }
}

@Tool({ name: 'beside', description: 'Asks what it needs beside what it can do without.' })
class Beside {
  @Elicit() must() {
    return ask.form('Must?', Name);
  }
  @Elicit({ timeoutMs: 1000 }) may() {
    return ask.form('May?', Name, { optional: true });
  }
  run(_: object, { must, may }: Answers<Beside>, ctx: CallContext) {
    return `${must.name}, ${may?.name} (${ctx.outcome('may')})`;
  }
}

@Tool({ name: 'form', description: 'Needs a form.' })
class NeedsForm {
  @Elicit() sure() {
    return ask.form('Sure?', Name);
  }
  run() {
    effects.push('form');
    return 'done';
  }
}
@Tool({ name: 'page', description: 'Needs a page.' })
class NeedsPage {
  @Elicit() page() {
    return ask.url('There?', 'https://example.com/');
  }
  run() {
    effects.push('page');
    return 'done';
  }
}
@Tool({ name: 'sample', description: 'Needs the model.' })
class NeedsSample {
  @Sample() words() {
    return ask.sample(HELLO);
  }
  run() {
    effects.push('sample');
    return 'done';
  }
  declined({ step, action }: Declined<NeedsSample>) {
    return `no ${step}: ${action}`;
  }
}
@Tool({ name: 'hand-form', description: 'Asks by itself.' })
class HandForm {
  run(_: object, __: object, ctx: CallContext) {
    if (ctx.flow.round > 1) effects.push('hand-form');
    const requestedSchema = { type: 'object' as const, properties: {} };
    const sure = inputRequired.elicit({ message: 'Sure?', requestedSchema });
    return inputRequired({ inputRequests: { sure } });
  }
}
@Tool({ name: 'hand-sample', description: 'Lets the model write by itself.' })
class HandSample {
  run(_: object, __: object, ctx: CallContext) {
    if (ctx.flow.round > 1) effects.push('hand-sample');
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Hi' } }];
    const words = inputRequired.createMessage({ messages, maxTokens: 10 });
    return inputRequired({ inputRequests: { words } });
  }
}

const COMPONENTS = [
  Optionals,
  Later,
  Beside,
  NeedsForm,
  NeedsPage,
  NeedsSample,
  HandForm,
  HandSample,
];
const ready = async () => {
  effects.length = 0;
  return served({}, { components: COMPONENTS, providers: [] });
};
const text = (result: { content: { text: string }[] }) => result.content[0]?.text;

describe.each(['v2', 'v1'] as const)('the official client %s', (generation) => {
  /** As its software words a refusal of its own. */
  const failing = (code: number) => () => {
    throw generation === 'v1' ? new McpError(code, 'no') : new ProtocolError(code, 'no');
  };

  it('that declared what it has no handler for answers -32601: optional questions are unsupported', async () => {
    const at = await ready();
    const client = await withoutHandlers(generation, at.url);
    expect(text(await client.callTool({ name: 'optional' }))).toBe(
      'name unsupported -, words unsupported -, where unsupported -',
    );
    expect(at.events.filter(({ type }) => type === 'question.ended')).toMatchObject(
      ['name', 'words', 'where'].map((step) => ({ step, code: -32601 })),
    );
  });

  it('… is not asked by the same method again in that call', async () => {
    const at = await ready();
    const client = await withoutHandlers(generation, at.url);
    expect(text(await client.callTool({ name: 'later' }))).toBe(
      'undefined undefined unsupported unsupported',
    );
    expect(at.events.filter(({ type }) => type === 'question.ended')).toHaveLength(1);
  });

  it.each([
    ['form', 'elicitation.form (for "sure"). Nothing was done.'],
    ['page', 'elicitation.url (for "page"). Nothing was done.'],
    ['sample', 'sampling (for "words"). Nothing was done.'],
    ['hand-form', 'elicitation.form (for "sure"). The call went no further.'],
    ['hand-sample', 'sampling (for "words"). The call went no further.'],
  ])('… is told what is missing where a question is required: %s', async (name, what) => {
    const at = await ready();
    const client = await withoutHandlers(generation, at.url);
    const result = await client.callTool({ name });
    expect([result.isError, text(result)]).toEqual([
      true,
      `${name} needs a client capability that the client declared and does not have: ${what}`,
    ]);
    expect(effects).toEqual([]);
  });

  it('whose person rejects sampling (-1) has declined it, as with any question', async () => {
    const at = await ready();
    const client = await connected(generation, at.url, {
      sample: failing(-1),
      elicit: () => accept({ name: 'Ada' }),
    });
    expect(text(await client.callTool({ name: 'optional' }))).toBe(
      'name answered there, words declined -, where answered there',
    );
    expect(text(await client.callTool({ name: 'sample' }))).toBe('no words: decline');
    const hand = await client.callTool({ name: 'hand-sample' });
    expect([hand.isError, text(hand)]).toEqual([true, 'The user declined "words".']);
    expect(effects).toEqual(['optional']);
  });

  it('whose software fails over an optional question leaves it out, and over a required one ends the call', async () => {
    const at = await ready();
    for (const code of [-1, -32602, -32603]) {
      const client = await connected(generation, at.url, {
        elicit: failing(code),
        roots: failing(code),
        sample: failing(code === -1 ? -32603 : code),
      });
      expect(text(await client.callTool({ name: 'optional' }))).toBe(
        'name missing -, words missing -, where missing -',
      );
      const result = await client.callTool({ name: 'form' });
      expect([result.isError, text(result)]).toEqual([
        true,
        `The question "sure" was refused by the client (error ${code}).`,
      ]);
    }
    expect(effects).toEqual(['optional', 'optional', 'optional']);
  });

  it('that leaves an optional question open until its time-out has it missing, and its other answers count', async () => {
    const at = await ready();
    const client = await connected(generation, at.url, {
      elicit: ({ message }) =>
        message === 'Must?' ? accept({ name: 'Ada' }) : new Promise(() => undefined),
    });
    const call = client.callTool({ name: 'beside' });
    await soon(() => expect(at.stats().openAsks).toBe(1));
    await at.clock.advance(1000);
    expect(text(await call)).toBe('Ada, undefined (missing)');
  });
});

describe.each(['2025 sessions', '2025 stdio'] as const)('over %s', (mode) => {
  it('an error by hand means the same', async () => {
    const at = await servedAs(mode, { components: COMPONENTS, providers: [] });
    const wire = await wireOf(mode, at);
    const stream = await wire.call(1, 'optional');
    for (const asked of ['elicitation/create', 'sampling/createMessage', 'roots/list']) {
      const { id } = await stream.next(({ method }) => method === asked);
      const code = asked === 'sampling/createMessage' ? -1 : -32601;
      await wire.send({ id, error: { code, message: 'no' } });
    }
    const { result } = await stream.next(({ id, method }) => id === 1 && method === undefined);
    expect(text(result)).toBe('name unsupported -, words declined -, where unsupported -');
  });
});

describe('a client whose stream is lost', () => {
  it('ends the call with an optional question open: nothing could reach it any more, and nothing runs', async () => {
    const at = await ready();
    const session = await RawSession.open(at.url);
    const call = await session.call(1, 'optional');
    await call.next(isAsk);
    session.vanish();
    await soon(() => expect(at.stats().openAsks).toBe(0));
    await soon(() =>
      expect(at.events.filter(({ type }) => type === 'question.ended')).toHaveLength(3),
    );
    expect(effects).toEqual([]);
  });
});
