import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createServer, Prompt, Resource, type ServerOptions, Tool } from '../../../src/index.js';
import { call, client, linesLogger } from '../../support/serving.js';

const open: { close(options: { graceMs: number }): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close({ graceMs: 0 }))));

const ICON = {
  src: 'https://example.com/i.png',
  mimeType: 'image/png',
  sizes: ['48x48'],
  theme: 'dark' as const,
};
const SHOWN = { title: 'A title', icons: [ICON], _meta: { 'example.com/kind': { deep: [1] } } };

@Tool({
  name: 'tool',
  description: 'A tool.',
  ...SHOWN,
  input: z.object({ n: z.number().meta({ title: 'N', description: 'A number.' }) }),
  annotations: {
    title: 'Hint',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
class Shown {
  run() {
    return '';
  }
}

@Prompt({
  name: 'prompt',
  description: 'A prompt.',
  ...SHOWN,
  input: z.object({ arg: z.string().meta({ title: 'Arg', description: 'One.' }) }),
})
class ShownPrompt {
  run() {
    return 'x';
  }
}

const ANNOTATIONS = {
  audience: ['user' as const],
  priority: 0.5,
  lastModified: '2026-01-01T00:00:00Z',
};

@Resource({
  uri: 'a://fixed',
  name: 'fixed',
  description: 'Fixed.',
  mimeType: 'text/plain',
  annotations: ANNOTATIONS,
  ...SHOWN,
})
class ShownResource {
  run() {
    return 'x';
  }
}

@Resource({
  uri: 'a://of/{x}',
  name: 'template',
  description: 'Many.',
  mimeType: 'text/plain',
  annotations: ANNOTATIONS,
  ...SHOWN,
})
class ShownTemplate {
  run() {
    return 'x';
  }
}

function made(options: Partial<ServerOptions> = {}) {
  const { logger } = linesLogger();
  const server = createServer({
    name: 'shown',
    version: '1.2.3',
    components: [Shown, ShownPrompt, ShownResource, ShownTemplate],
    logger,
    ...options,
  });
  open.push(server);
  return server;
}

const INFO = {
  title: 'Shown',
  description: 'Shows what it is.',
  websiteUrl: 'https://example.com/',
  icons: [ICON],
};

describe.each(['2026', '2025'] as const)('to a %s client', (era) => {
  it('lists show titles, icons, annotations and _meta as they were written', async () => {
    const { url } = await made().listen();
    const official = await client(url, era);
    expect((await official.listTools()).tools).toEqual([
      {
        name: 'tool',
        description: 'A tool.',
        ...SHOWN,
        inputSchema: {
          type: 'object',
          properties: { n: { type: 'number', title: 'N', description: 'A number.' } },
          required: ['n'],
        },
        annotations: {
          title: 'Hint',
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      },
    ]);
    expect((await official.listPrompts()).prompts).toEqual([
      {
        name: 'prompt',
        description: 'A prompt.',
        ...SHOWN,
        arguments: [{ name: 'arg', description: 'One.', required: true }], // the client drops titles here
      },
    ]);
    const resource = { mimeType: 'text/plain', annotations: ANNOTATIONS, ...SHOWN };
    expect((await official.listResources()).resources).toEqual([
      { uri: 'a://fixed', name: 'fixed', description: 'Fixed.', ...resource },
    ]);
    expect((await official.listResourceTemplates()).resourceTemplates).toEqual([
      { uriTemplate: 'a://of/{x}', name: 'template', description: 'Many.', ...resource },
    ]);
    await official.close();
  });

  it('the server shows what it says of itself, and how it is to be used', async () => {
    const { url } = await made({ ...INFO, instructions: 'Ask first.' }).listen();
    const official = await client(url, era);
    expect(official.getServerVersion()).toEqual({ name: 'shown', version: '1.2.3', ...INFO });
    expect(official.getInstructions()).toBe('Ask first.');
    await official.close();
    const plain = await client((await made().listen()).url, era);
    expect(plain.getServerVersion()).toEqual({ name: 'shown', version: '1.2.3' });
    expect(plain.getInstructions()).toBeUndefined();
    await plain.close();
  });
});

it('the arguments of a prompt are listed with their titles', async () => {
  const { body } = await call((await made().listen()).url, { method: 'prompts/list' });
  expect(body.result.prompts[0].arguments).toEqual([
    { name: 'arg', title: 'Arg', description: 'One.', required: true },
  ]);
});

it('what a server says of itself is checked at start', () => {
  expect(() => made(INFO)).not.toThrow();
  for (const wrong of [
    { title: '' },
    { description: 1 },
    { instructions: '' },
    { websiteUrl: 'example.com' },
    { websiteUrl: 'javascript:alert(1)' },
    { icons: 'x' },
    { icons: [{ src: 'javascript:alert(1)' }] },
    { icons: [undefined] },
  ]) {
    expect(() => made(wrong as never), JSON.stringify(wrong)).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
  }
});
