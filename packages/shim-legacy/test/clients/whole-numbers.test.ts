import { type Answers, ask, Elicit, form, inputRequired, Tool } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MODES, servedAs, textOf, wireOf } from '../support/modes.js';
import { accept, isAsk } from '../support/raw-session.js';

/** What 2047948614742839297, an id, is to JavaScript: the id of somebody else. */
const ROUNDED = 2047948614742839300;
const CURE = /is a whole number beyond ±\(2\^53 - 1\).*Send it as a string/;

const looked: unknown[] = [];

@Tool({ name: 'look', description: 'Looks a record up.', input: z.object({ id: z.any() }) })
class Look {
  run({ id }: { id?: unknown }) {
    looked.push(id);
    return 'looked';
  }
}

@Tool({ name: 'raw', description: 'As well.', input: { type: 'object' } })
class RawLook {
  run(input: object) {
    looked.push(input);
    return 'looked';
  }
}

@Tool({ name: 'pick', description: 'Asks which.' })
class Pick {
  @Elicit() which() {
    return ask.form('Which?', form(z.object({ id: z.number() })));
  }
  run(_: object, { which }: Answers<Pick>) {
    return `picked ${which.id}`;
  }
}

@Tool({ name: 'hand', description: 'Asks which, by hand.' })
class ByHand {
  run(_: object, __: object, { inputResponses }: { inputResponses: Record<string, unknown> }) {
    if ('which' in inputResponses) return `got ${JSON.stringify(inputResponses.which)}`;
    const requestedSchema = { type: 'object', properties: { id: { type: 'number' } } };
    const question = {
      method: 'elicitation/create',
      params: { mode: 'form', message: 'Which?', requestedSchema },
    };
    return inputRequired({ inputRequests: { which: question as never } });
  }
}

const components = [Look, RawLook, Pick, ByHand];

describe.each(MODES)('over %s, a whole number beyond ±(2^53 - 1)', (mode) => {
  const connected = async () => wireOf(mode, await servedAs(mode, { components }));

  it('is refused with -32602 wherever it stands in a request, and nothing is called', async () => {
    const wire = await connected();
    looked.length = 0;
    const sent = async (id: number, name: string, args: object, more: object = {}) =>
      (await wire.call(id, name, args, more)).next((message) => message.id === id);
    expect(textOf((await sent(1, 'look', { id: 2 ** 53 - 1 })).result)).toBe('looked');
    expect(looked.splice(0)).toEqual([2 ** 53 - 1]);
    const places = [
      [2, 'look', { id: ROUNDED }, {}, 'arguments.id'],
      [3, 'raw', { ids: [{ id: -ROUNDED }] }, {}, 'arguments.ids[0].id'],
      [4, 'look', { id: 'x' }, { _meta: { 'example.com/trace': [ROUNDED] } }, '_meta.'],
      [5, 'look', { id: 'x' }, { _meta: { progressToken: ROUNDED } }, '_meta.progressToken'],
      [6, 'raw', { stray: 1e20 }, {}, 'arguments.stray'],
    ] as const;
    for (const [id, name, args, more, path] of places) {
      const { error } = await sent(id, name, args, more);
      expect([error?.code, error?.message]).toEqual([-32602, expect.stringMatching(CURE)]);
      expect(error.message).toContain(path);
      expect(error.message).not.toContain('20479486');
    }
    expect(looked).toEqual([]);
    expect(textOf((await sent(7, 'look', { id: String(ROUNDED) })).result)).toBe('looked');
  });

  it('is answered without an id where it is the id', async () => {
    const wire = await connected();
    looked.length = 0;
    const answer = await wire.call(ROUNDED, 'look', { id: 'x' });
    const { error } = await answer.next((message) => message.id === null);
    expect([error.code, error.message]).toEqual([-32602, expect.stringMatching(/^id is a whole/)]);
    expect(looked).toEqual([]);
  });
});

describe.each(MODES.filter((mode) => mode.startsWith('2026')))(
  'over %s, a whole number beyond ±(2^53 - 1) in an answer',
  (mode) => {
    it('is refused with the request', async () => {
      const wire = await wireOf(mode, await servedAs(mode, { components }));
      const asked = await (await wire.call(1, 'pick')).next(({ id }) => id === 1);
      const { requestState } = asked.result;
      const answered = async (id: number, n: number) => {
        const more = { requestState, inputResponses: { which: accept({ id: n }) } };
        return (await wire.call(id, 'pick', {}, more)).next((message) => message.id === id);
      };
      const { error } = await answered(2, ROUNDED);
      expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(CURE) });
      expect(error.message).toContain('inputResponses.which.content.id');
      expect(textOf((await answered(3, 7)).result)).toBe('picked 7');
    });
  },
);

describe.each(['2025 sessions', '2025 stdio'] as const)(
  'over %s, a whole number beyond ±(2^53 - 1) in an answer',
  (mode) => {
    const connected = async () => wireOf(mode, await servedAs(mode, { components }));

    it('is no answer: the question is put again', async () => {
      const wire = await connected();
      const stream = await wire.call(1, 'pick');
      const first = await stream.next(isAsk);
      await wire.send({ id: first.id, result: accept({ id: ROUNDED }) });
      const again = await stream.next((message) => isAsk(message) && message.id !== first.id);
      expect(again.params.message).toContain('a number that is out of range');
      await wire.send({ id: again.id, result: accept({ id: 7 }) });
      const done = await stream.next(({ id, result }) => id === 1 && result !== undefined);
      expect(textOf(done.result)).toBe('picked 7');
    });

    it('does not reach a hand-written handler', async () => {
      const wire = await connected();
      const stream = await wire.call(1, 'hand');
      const { id } = await stream.next(isAsk);
      await wire.send({ id, result: accept({ id: ROUNDED }) });
      const done = await stream.next((message) => message.id === 1 && message.result);
      expect(textOf(done.result)).toBe('got null');
    });
  },
);

it('refuses a batch of a 2025 session whole', async () => {
  const at = await servedAs('2025 sessions', { components });
  const wire = await wireOf('2025 sessions', at);
  looked.length = 0;
  const request = (id: number, n: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'look', arguments: { id: n } },
  });
  const refused = await wire.send([request(1, 1), request(2, ROUNDED)] as never);
  const [answers] = [await refused.next(Array.isArray)];
  expect(answers.map(({ id, error }: never) => [id, (error as { code: number }).code])).toEqual([
    [1, -32602],
    [2, -32602],
  ]);
  expect(looked).toEqual([]);
});
