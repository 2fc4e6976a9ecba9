import { McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createServer, type ServerOptions, Tool } from '../../../src/index.js';
import { call, client, linesLogger, type Raw } from '../../support/serving.js';

const open: { close(options: { graceMs: number }): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close({ graceMs: 0 }))));

const Where = z.object({
  region: z.string().meta({ 'x-mcp-header': 'Region' }).optional(),
  options: z.object({ dry: z.boolean().meta({ 'x-mcp-header': 'Dry-Run' }) }).optional(),
  count: z.int().meta({ 'x-mcp-header': 'Count' }).optional(),
});

@Tool({ name: 'zod', description: 'Routed.', input: Where })
class Zod {
  run({ region }: z.output<typeof Where>) {
    return `in ${region}`;
  }
}

@Tool({
  name: 'raw',
  description: 'Routed.',
  input: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
})
class RawInput {
  run({ region }: { region: string }) {
    return `in ${region}`;
  }
}

@Tool({ name: 'plain', description: 'Not routed.', input: z.object({ region: z.string() }) })
class Plain {
  run({ region }: { region: string }) {
    return `in ${region}`;
  }
}

async function served(options: Partial<ServerOptions> = {}) {
  const { lines, logger } = linesLogger();
  const server = createServer({
    name: 'routed',
    version: '1',
    components: [Zod, RawInput, Plain],
    logger,
    ...options,
  });
  open.push(server);
  const { url } = await server.listen();
  return { url, lines, server };
}

const asked = (name: string, args: object, headers: Record<string, string> = {}): Raw => ({
  params: { name, arguments: args },
  headers,
});
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe.each(['zod', 'raw'])(
  'an argument of a tool with %s input that says x-mcp-header',
  (name) => {
    it('is taken when its header says the same, in clear or in base64', async () => {
      const { url } = await served();
      for (const value of ['eu', base64('eu')]) {
        const { status, body } = await call(
          url,
          asked(name, { region: 'eu' }, { 'mcp-param-region': value }),
        );
        expect(status).toBe(200);
        expect(body.result.content[0].text).toBe('in eu');
      }
      expect(
        (await call(url, asked(name, { region: 'köln' }, { 'mcp-param-region': base64('köln') })))
          .body.result.content[0].text,
      ).toBe('in köln');
      expect((await call(url, asked(name, {}))).status).toBe(200);
    });

    it('is refused by 400 -32020 when its header says something else, is missing, or is no base64', async () => {
      const { url, lines } = await served();
      for (const headers of [
        { 'mcp-param-region': 'us' },
        {},
        { 'mcp-param-region': '=?base64?e!?=' },
      ]) {
        const { status, body } = await call(url, asked(name, { region: 'SECRET' }, headers));
        expect({ status, code: body.error.code }).toEqual({ status: 400, code: -32020 });
      }
      expect(lines.text()).toContain('param-header');
      expect(lines.text()).not.toContain('SECRET');
    });

    it('is checked too when the name of the tool is in base64', async () => {
      const { url } = await served();
      const encoded = { 'mcp-name': base64(name) };
      expect(
        (await call(url, asked(name, { region: 'eu' }, { ...encoded, 'mcp-param-region': 'eu' })))
          .status,
      ).toBe(200);
      expect((await call(url, asked(name, { region: 'eu' }, encoded))).status).toBe(400);
    });

    it('is mirrored by the official client, which has seen the list', async () => {
      const { url } = await served();
      const official = await client(url, '2026');
      await official.listTools();
      expect((await official.callTool({ name, arguments: { region: 'eu' } })).content).toEqual([
        { type: 'text', text: 'in eu' },
      ]);
      await official.close();
    });

    it('is just an argument to a 2025 client', async () => {
      const { url } = await served();
      const official = await client(url, '2025');
      expect((await official.callTool({ name, arguments: { region: 'eu' } })).content).toEqual([
        { type: 'text', text: 'in eu' },
      ]);
      await official.close();
    });
  },
);

describe('mirrored arguments', () => {
  it('may be nested, whole numbers and booleans', async () => {
    const { url } = await served();
    const args = { options: { dry: true }, count: 3 };
    expect(
      (await call(url, asked('zod', args, { 'mcp-param-dry-run': 'true', 'mcp-param-count': '3' })))
        .status,
    ).toBe(200);
    expect(
      (
        await call(
          url,
          asked('zod', args, { 'mcp-param-dry-run': 'false', 'mcp-param-count': '3' }),
        )
      ).status,
    ).toBe(400);
    expect(
      (await call(url, asked('zod', args, { 'mcp-param-dry-run': 'true', 'mcp-param-count': '4' })))
        .status,
    ).toBe(400);
  });

  it('are looked for in no tool that declares none', async () => {
    const { url } = await served();
    expect(
      (await call(url, asked('plain', { region: 'eu' }, { 'mcp-param-region': 'us' }))).body.result
        .content[0].text,
    ).toBe('in eu');
    expect((await call(url, { method: 'tools/list' })).body.result.tools).toHaveLength(3);
  });

  it('are listed as declared', async () => {
    const { url } = await served();
    const { tools } = (await call(url, { method: 'tools/list' })).body.result;
    expect(tools[0].inputSchema.properties).toMatchObject({
      region: { type: 'string', 'x-mcp-header': 'Region' },
      options: { properties: { dry: { 'x-mcp-header': 'Dry-Run' } } },
    });
    expect(tools[1].inputSchema.properties.region).toEqual({
      type: 'string',
      'x-mcp-header': 'Region',
    });
  });

  it.each<[string, object]>([
    ['of type number', { n: { type: 'number', 'x-mcp-header': 'N' } }],
    ['of no type', { n: { 'x-mcp-header': 'N' } }],
    ['that may be null', { n: { type: ['string', 'null'], 'x-mcp-header': 'N' } }],
    ['that is an object', { n: { type: 'object', 'x-mcp-header': 'N' } }],
    ['with a blank in its header', { n: { type: 'string', 'x-mcp-header': 'My Region' } }],
    ['with an empty header', { n: { type: 'string', 'x-mcp-header': '' } }],
    ['with a header that is no text', { n: { type: 'string', 'x-mcp-header': 1 } }],
    [
      'with the header of another',
      { n: { type: 'string', 'x-mcp-header': 'N' }, m: { type: 'string', 'x-mcp-header': 'n' } },
    ],
    ['in a list', { n: { type: 'array', items: { type: 'string', 'x-mcp-header': 'N' } } }],
    ['in a choice', { n: { anyOf: [{ type: 'string', 'x-mcp-header': 'N' }] } }],
  ])('are refused at start: one %s', (_, properties) => {
    const start = (input: object) => () => {
      @Tool({ name: 'bad', description: 'Bad.', input: input as never })
      class Bad {
        run() {
          return '';
        }
      }
      return createServer({ name: 'x', version: '1', components: [Bad] });
    };
    expect(
      start({ type: 'object', properties: { n: { type: 'string', 'x-mcp-header': 'N' } } }),
    ).not.toThrow();
    expect(start({ type: 'object', properties })).toThrow(
      expect.objectContaining({ code: 'invalid_schema' }),
    );
  });

  it('are found by a method of the SDK that it calls internal', () => {
    expect(typeof McpServer.prototype.toolInputSchemaJson).toBe('function');
    expect(McpServer.prototype.toolInputSchemaJson).toHaveLength(1);
  });
});
