import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Answers, ask, Elicit, form, Roots, Tool } from '../../../src/index.js';
import { call, testServer } from '../../support/serving.js';

const Extras = form(z.object({ note: z.string().optional(), size: z.number().default(2) }));
const Nothing = form(z.object({}));
const Raw = { type: 'object', properties: { note: { type: 'string' } } } as const;

@Tool({ name: 'order', description: 'Asks for what may all be left out.' })
class Order {
  @Elicit() extras() {
    return ask.form('Extras?', Extras);
  }
  @Elicit() seen() {
    return ask.form('Seen?', Nothing);
  }
  @Elicit() raw() {
    return ask.form('More?', Raw);
  }
  run(_: object, { extras, seen, raw }: Answers<Order>) {
    return { extras, seen, raw };
  }
}

@Tool({ name: 'folders', description: 'Looks where it may work.' })
class Folders {
  @Roots() where() {
    return ask.roots();
  }
  run(_: object, { where }: Answers<Folders>) {
    return where.map(({ uri }) => uri).join(' ');
  }
}

const answer = async (name: string, inputResponses: object) => {
  const { server, events, lines } = testServer({ components: [Order, Folders] });
  const capabilities = { elicitation: {}, roots: {} };
  const send = (more: object) =>
    call(server, { capabilities, params: { name, arguments: {}, ...more } });
  const { requestState } = (await send({})).body.result;
  const { result } = (await send({ requestState, inputResponses })).body;
  return { result, events, lines };
};

describe('an accept of a form in which nothing is required', () => {
  it.each([{}, { content: {} }, { content: null }])('is taken with %j: C28', async (sent) => {
    const accepted = { action: 'accept', ...sent };
    const { result } = await answer('order', { extras: accepted, seen: accepted, raw: accepted });
    expect(result.isError).toBeUndefined();
    expect(JSON.parse(result.content[0].text)).toEqual({ extras: { size: 2 }, seen: {}, raw: {} });
  });
});

describe('a root that is no file: URI', () => {
  it('is left out with an event and a line in the log, which does not show it', async () => {
    const roots = [{ uri: 'http://secret.example/' }, { uri: 'FILE:///ok' }, { uri: 'file:///b' }];
    const { result, events, lines } = await answer('folders', { where: { roots } });
    expect(result.content[0].text).toBe('file:///ok file:///b');
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'roots.dropped', step: 'where', count: 1 }),
    );
    expect(lines.all).toContainEqual({
      level: 'warn',
      fields: { component: 'folders', step: 'where', count: 1 },
      message: 'a client listed roots that are no file: URIs; they were left out',
    });
    expect(lines.text() + JSON.stringify(events)).not.toContain('secret');
  });

  it('is asked for once: the call ends and names the question, where there is no list at all', async () => {
    const { result } = await answer('folders', { where: { roots: 'none' } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('"where"') }],
    });
  });
});
