import {
  type Answers,
  ask,
  type CallContext,
  type CallOutcome,
  Elicit,
  form,
  Tool,
} from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clientOf, MODES, servedAs, textOf } from '../support/modes.js';

/** zod takes any number, and the list says that it is at most 5. */
const Sum = z.object({ rows: z.array(z.object({ total: z.number().meta({ maximum: 5 }) })) });
const sum = (total: number) => ({ rows: [{ total: 1 }, { total }] });
const GENERIC = 'The call failed because of an error on the server.';

@Tool({
  name: 'sum',
  description: 'Sums.',
  input: z.object({ total: z.number(), slow: z.boolean().default(false) }),
  output: Sum,
})
class Sums {
  run({ total, slow }: { total: number; slow: boolean }, _: object, ctx: CallContext) {
    if (slow) ctx.log.error('a stream, then'); // over HTTP, the answer comes as the end of a stream
    return sum(total);
  }
}

@Tool({
  name: 'vote',
  description: 'Asks first.',
  input: z.object({ total: z.number() }),
  output: Sum,
})
class Vote {
  @Elicit() sure() {
    return ask.form('Sure?', form(z.object({ yes: z.boolean() })));
  }
  declined(_: unknown, { total }: { total: number }) {
    return { content: [{ type: 'text', text: 'no' }], structuredContent: sum(total) };
  }
  run({ total }: { total: number }, _: Answers<Vote>) {
    return sum(total);
  }
}

@Tool({
  name: 'wrapped',
  description: 'Has a middleware that changes its result.',
  output: Sum,
  use: [
    async (_, next) => {
      const outcome = await next();
      if (outcome.kind !== 'completed') return outcome;
      const result = { ...outcome.result, structuredContent: sum(777) };
      return { kind: 'completed', result } as CallOutcome;
    },
  ],
})
class Wrapped {
  run() {
    return sum(1);
  }
}

@Tool({ name: 'odd', description: 'Returns no JSON.' })
class Odd {
  run() {
    return { rows: [{ seen: new Map([['hunter2', 1]]) }] };
  }
}

@Tool({ name: 'nothing', description: 'Returns nothing.' })
class Nothing {
  run(): unknown {
    return undefined;
  }
}

describe.each(MODES)('over %s, the official client, which checks what it gets', (mode) => {
  const connected = async () => {
    const at = await servedAs(mode, { components: [Sums, Vote, Wrapped, Odd, Nothing] });
    const client = await clientOf(mode, at);
    await client.listTools(); // it knows the schemas now
    return { at, call: (name: string, args = {}) => client.callTool({ name, arguments: args }) };
  };

  it('gets a result that fits the list, and an error in place of one that does not', async () => {
    const { at, call } = await connected();
    for (const slow of [false, true]) {
      const right = await call('sum', { total: 5, slow });
      expect(right.structuredContent).toEqual(sum(5));
      const wrong = await call('sum', { total: 777, slow });
      expect([wrong.isError, textOf(wrong), wrong.structuredContent]).toEqual([
        true,
        GENERIC,
        undefined,
      ]);
    }
    const told = /Sums\.run: the return value does not fit the output schema: rows\.1\.total: /;
    expect(at.lines.join('\n')).toMatch(told);
    expect(at.lines.join('\n')).not.toContain('777');
    const errors = at.events.filter(({ type }) => type === 'error');
    expect(errors).toHaveLength(2);
    expect(String((errors[0] as { error: unknown }).error)).toMatch(told);
  });

  it('gets an error for what a middleware made of a result, if it does not fit', async () => {
    const { call } = await connected();
    expect(await call('wrapped')).toMatchObject({ isError: true, content: [{ text: GENERIC }] });
  });

  it('gets an error for a value that is no JSON, and for none at all', async () => {
    const { at, call } = await connected();
    for (const name of ['odd', 'nothing'])
      expect(await call(name)).toMatchObject({ isError: true, content: [{ text: GENERIC }] });
    expect(at.lines.join('\n')).toContain(
      'Odd.run: the return value is no JSON: rows[0].seen is a Map',
    );
    expect(at.lines.join('\n')).toContain('Nothing.run: returned nothing');
    expect(at.lines.join('\n')).not.toContain('hunter2');
  });
});

describe.each(MODES.filter((mode) => /^2026|2025 s(essions|tdio)/.test(mode)))(
  'over %s, what declined returns whole',
  (mode) => {
    it('is held against the list as well', async () => {
      const client = await clientOf(mode, await servedAs(mode, { components: [Vote] }));
      await client.listTools();
      const call = (total: number) => client.callTool({ name: 'vote', arguments: { total } });
      expect((await call(5)).structuredContent).toEqual(sum(5));
      expect(await call(777)).toMatchObject({ isError: true, content: [{ text: GENERIC }] });
    });
  },
);
