import { afterEach, describe, expect, it } from 'vitest';
import { createServer, type ServerOptions, Tool } from '../../../src/index.js';
import { call, client, linesLogger, tool } from '../../support/serving.js';

const open: { close(options: { graceMs: number }): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close({ graceMs: 0 }))));

/** Everything that a schema of the dialect may bring. */
const PERSON = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    place: {
      $anchor: 'place',
      type: 'object',
      properties: { street: { type: 'string' }, zip: { type: 'string', pattern: '^[0-9]{4}$' } },
      additionalProperties: false,
    },
  },
  properties: {
    name: { type: 'string', minLength: 1 },
    home: { $ref: '#/$defs/place' },
    work: { $ref: '#place' },
    by: { type: 'string', enum: ['mail', 'phone'] },
    phone: { type: 'string' },
    mail: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['mail'] }] }],
  if: { properties: { by: { const: 'phone' } }, required: ['by'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['mail'] },
  additionalProperties: false,
} as const;

const PLACE = {
  type: 'object',
  properties: { zip: { type: 'string' } },
  required: ['zip'],
  additionalProperties: false,
} as const;

@Tool({ name: 'person', description: 'Takes a person.', input: PERSON, output: PLACE })
class Person {
  run({ home, name }: { home?: { zip: string }; name?: string }) {
    return name === 'wrong' ? { zap: 1 } : { zip: home?.zip ?? 'none' };
  }
}

async function served(options: Partial<ServerOptions> = {}) {
  const { lines, logger } = linesLogger();
  const server = createServer({
    name: 'raw',
    version: '1',
    components: [Person],
    logger,
    ...options,
  });
  open.push(server);
  const { url } = await server.listen();
  return { url, lines };
}

describe('a raw JSON Schema as input', () => {
  it.each(['2026', '2025'] as const)('is listed as it was written, to %s clients', async (era) => {
    const { url } = await served();
    const official = await client(url, era);
    const { tools } = await official.listTools();
    expect(tools[0]?.inputSchema).toEqual(PERSON);
    expect(tools[0]?.outputSchema).toEqual(PLACE);
    await official.close();
  });

  it('decides what is taken, by every keyword of it', async () => {
    const { url } = await served();
    const said = async (args: object) => (await tool(url, 'person', args)).body.result;
    expect(await said({ mail: 'm', home: { zip: '1010' }, work: { zip: '1020' } })).toMatchObject({
      structuredContent: { zip: '1010' },
    });
    expect(await said({ by: 'phone', phone: '1' })).toMatchObject({
      structuredContent: { zip: 'none' },
    });
    for (const [args, field] of [
      [{ mail: 'm', home: { zip: 'SECRET' } }, 'home.zip'],
      [{ mail: 'm', work: { zip: 'SECRET' } }, 'work.zip'],
      [{ mail: 'm', name: '' }, 'name'],
      [{ mail: 'm', by: 'SECRET' }, 'by'],
      [{ by: 'phone', mail: 'm' }, "'phone'"],
      [{ by: 'mail', phone: '1' }, "'mail'"],
      [{ mail: 'm', stray: 'SECRET' }, 'stray: must NOT'],
      [{ mail: 'm', home: { zip: '1010', door: 'SECRET' } }, 'home.door: must NOT'],
    ] as const) {
      const { isError, content } = await said(args);
      expect(isError, JSON.stringify(args)).toBe(true);
      expect(content[0].text).toContain('Invalid arguments for person: ');
      expect(content[0].text).toContain(field);
      expect(content[0].text).not.toContain('SECRET');
    }
  });

  it('is of the one dialect that every client knows: others are refused at start, and references elsewhere', () => {
    const start = (input: object) => () => {
      @Tool({ name: 'other', description: 'Other.', input: input as never })
      class Other {
        run() {
          return '';
        }
      }
      return createServer({ name: 'x', version: '1', components: [Other] });
    };
    expect(start({ ...PERSON })).not.toThrow();
    expect(start({ type: 'object' })).not.toThrow();
    for (const $schema of [
      'http://json-schema.org/draft-07/schema#',
      'https://json-schema.org/draft/2019-09/schema',
      '',
      1,
    ]) {
      expect(start({ ...PERSON, $schema })).toThrow(
        expect.objectContaining({ code: 'invalid_schema' }),
      );
    }
    expect(
      start({ type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } }),
    ).toThrow(expect.objectContaining({ code: 'invalid_schema' }));
    expect(start({ type: 'string' })).toThrow(expect.objectContaining({ code: 'invalid_schema' }));
  });
});

it('two raw schemas of one $id are two schemas', async () => {
  const of = (name: string, type: string) => {
    const input = {
      $id: 'https://example.com/one',
      type: 'object',
      properties: { a: { type } },
      required: ['a'],
    };
    @Tool({ name, description: 'Takes one thing.', input })
    class One {
      run({ a }: { a: unknown }) {
        return typeof a;
      }
    }
    return One;
  };
  const { url } = await served({ components: [of('text', 'string'), of('number', 'number')] });
  expect((await tool(url, 'text', { a: 'x' })).body.result.content[0].text).toBe('string');
  expect((await tool(url, 'number', { a: 1 })).body.result.content[0].text).toBe('number');
  expect((await tool(url, 'number', { a: 'x' })).body.result).toMatchObject({ isError: true });
});

describe('a raw JSON Schema as output', () => {
  it('is checked before anything leaves, and what does not fit is the author’s error', async () => {
    const { url, lines } = await served();
    expect((await tool(url, 'person', { mail: 'm' })).body.result).toMatchObject({
      structuredContent: { zip: 'none' },
      content: [{ text: '{"zip":"none"}' }],
    });
    const { isError, content } = (await tool(url, 'person', { mail: 'm', name: 'wrong' })).body
      .result;
    expect({ isError, text: content[0].text }).toEqual({
      isError: true,
      text: 'The call failed because of an error on the server.',
    });
    expect(lines.text()).toContain('does not fit the output schema');
  });

  it('is not asked of what is refused before', async () => {
    const { url } = await served();
    expect(
      (await call(url, { params: { name: 'person', arguments: {} } })).body.result.isError,
    ).toBe(true);
  });
});
