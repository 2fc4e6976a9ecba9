import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, createServer, Elicit, form, Tool } from '../../src/index.js';
import { call, rawRequest, testServer, tool } from '../support/serving.js';

/** Nine tools that are fine. */
const good = Array.from({ length: 9 }, (_, n) => {
  @Tool({ name: `good-${n}`, description: 'Fine.', input: z.object({ n: z.number().default(n) }) })
  class Good {
    run() {
      return 'fine';
    }
  }
  return Good;
});

const odd = (input: z.ZodObject) => {
  @Tool({ name: 'odd', description: 'Cannot be listed.', input })
  class Odd {
    run() {
      return 'never';
    }
  }
  return Odd;
};

const start = (components: Parameters<typeof createServer>[0]['components']) =>
  createServer({ name: 's', version: '1', components });

describe('the start of a server', () => {
  it.each<[string, z.ZodType]>([
    ['a date', z.date()],
    ['a bigint', z.bigint()],
    ['a set', z.set(z.string())],
    ['a map', z.map(z.string(), z.string())],
    ['a class instance', z.custom<Date>((value) => value instanceof Date)],
    ['a symbol', z.symbol()],
    ['a function', z.function() as never],
  ])(
    'refuses one tool with %s among nine good ones, naming class and field, so that no list can fail',
    async (_, schema) => {
      const server = start(good);
      const listed = await server.fetch(
        rawRequest('http://127.0.0.1/mcp', { method: 'tools/list' }),
      );
      expect(((await listed.json()) as { result: { tools: object[] } }).result.tools).toHaveLength(
        9,
      );
      const broken = () => start([...good, odd(z.object({ fine: z.string(), at: schema }))]);
      expect(broken).toThrow(
        expect.objectContaining({ name: 'ConfigError', code: 'invalid_schema' }),
      );
      expect(broken).toThrow(/Odd.*\bat\b/s);
    },
  );

  it('converts each schema once: listing and calling convert nothing', async () => {
    let conversions = 0;
    const input = z.object({
      n: z
        .number()
        .optional()
        .meta({
          get title() {
            conversions++;
            return 'N';
          },
        }),
    });
    const server = start([...good, odd(input)]);
    const atStart = conversions;
    expect(atStart).toBeGreaterThan(0);
    for (const [method, params] of [
      ['tools/list', {}],
      ['tools/call', { name: 'odd', arguments: {} }],
      ['tools/list', {}],
    ] as const)
      expect(
        (await server.fetch(rawRequest('http://127.0.0.1/mcp', { method, params }))).status,
      ).toBe(200);
    expect(conversions).toBe(atStart);
  });

  it('keeps the lists as they were when a step’s own schema fails on first use', async () => {
    @Tool({ name: 'late', description: 'Makes its form too late.' })
    class Late {
      @Elicit() when() {
        return ask.form('When?', form(z.object({ at: z.date() })));
      }
      run() {
        return 'never';
      }
    }
    const { server, lines } = testServer({ components: [...good, Late], providers: [] });
    const { result } = (await tool(server, 'late', {})).body;
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'The call failed because of an error on the server.' }],
    });
    expect(lines.text()).toContain('field \\"at\\" is a zod date');
    expect((await call(server, { method: 'tools/list' })).body.result.tools).toHaveLength(10);
    await server.close();
  });
});
