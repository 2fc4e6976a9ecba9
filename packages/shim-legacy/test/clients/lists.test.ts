import { createServer, Prompt, Resource, Tool } from '@countersign/core';
import { rebuild } from '@countersign/core/internal';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Mode, servedAs, wireOf } from '../support/modes.js';
import { connected, OFFICIAL } from '../support/official.js';
import { served } from '../support/served.js';

const PIXEL = `data:image/png;base64,${'A'.repeat(2000)}`;
const LINK = 'https://example.com/icon.png';
const icon = { src: PIXEL, mimeType: 'image/png' };

@Tool({ name: 'one', description: 'A tool.', icons: [icon], input: z.object({ x: z.any() }) })
class One {
  run() {
    return { content: [{ type: 'text', text: 'done' }], _meta: { mine: 1 } };
  }
}
@Tool({ name: 'two', description: 'A tool.' })
class Two {
  run() {
    return 'done';
  }
}
@Prompt({
  name: 'p',
  description: 'A prompt.',
  icons: [icon],
  input: z.object({ a: z.enum(['b']) }),
})
class P {
  run() {
    return 'done';
  }
}
@Resource({ uri: 'x://y', name: 'r', icons: [icon] })
class R {
  run() {
    return 'done';
  }
}
const COMPONENTS = [One, Two, P, R];
const icons = [icon, { src: LINK }];

describe.each(['2026 HTTP', '2026 stdio'] as const)('over %s', (mode: Mode) => {
  it('an image that is written out travels where it is introduced, and in no result', async () => {
    const at = await servedAs(mode, { components: COMPONENTS, providers: [], icons, title: 'T' });
    const wire = await wireOf(mode, at);
    let id = 0;
    const sent = async (method: string, params: object = {}) => {
      const stream = await wire.send({ id: ++id, method, params });
      const { result } = await stream.next((message) => message.id === id);
      return { text: JSON.stringify(result), result };
    };
    const infoOf = ({ result }: Awaited<ReturnType<typeof sent>>) =>
      result._meta['io.modelcontextprotocol/serverInfo'];
    expect(infoOf(await sent('server/discover'))).toMatchObject({ icons });
    for (const list of ['tools/list', 'prompts/list', 'resources/list']) {
      const { text, result } = await sent(list);
      expect([list, text.split(PIXEL).length - 1]).toEqual([list, 1]); // the component's own
      expect(infoOf({ text, result })).toEqual({
        name: 'test',
        version: '1.0.0',
        title: 'T',
        icons: [{ src: LINK }],
      });
    }
    const ref = { type: 'ref/prompt', name: 'p' };
    for (const [method, params] of [
      ['tools/call', { name: 'one', arguments: { x: 1 } }],
      ['tools/call', { name: 'two', arguments: {} }],
      ['prompts/get', { name: 'p', arguments: { a: 'b' } }],
      ['resources/read', { uri: 'x://y' }],
      ['completion/complete', { ref, argument: { name: 'a', value: '' } }],
    ] as const) {
      const answer = await sent(method, params);
      expect([method, answer.text.includes(PIXEL)]).toEqual([method, false]);
      expect(infoOf(answer)).toMatchObject({ name: 'test', icons: [{ src: LINK }] });
    }
    expect((await sent('tools/call', { name: 'one', arguments: {} })).text).not.toContain(PIXEL);
  });
});

describe.each(Object.keys(OFFICIAL) as (keyof typeof OFFICIAL)[])(
  'the official client (%s)',
  (generation) => {
    it('knows the images of the server from its introduction', async () => {
      const at = await served({}, { components: COMPONENTS, providers: [], icons });
      // biome-ignore lint/suspicious/noExplicitAny: either generation of the API
      const client: any = await connected(generation, at.url);
      await client.callTool({ name: 'two' });
      if (generation !== 'v1') expect(client.getServerVersion()).toMatchObject({ icons });
    });
  },
);

describe('a list of more than one page', () => {
  const logged: object[] = [];
  const log = (fields: object) => void logged.push(fields);
  const logger = { debug: () => undefined, info: () => undefined, warn: log, error: log };
  const make = (pageSize: number) => {
    logged.length = 0;
    const options = { name: 'many', version: '1', components: COMPONENTS, pageSize, logger };
    return createServer(options);
  };

  it('is told of once, at start: some clients read the first page only', async () => {
    make(2);
    expect(logged).toEqual([]);
    const server = make(1);
    expect(logged).toEqual([{ list: 'tools', components: 2, pageSize: 1 }]);
    rebuild(server, {});
    await server.fetch(new Request('http://x/mcp'));
    expect(logged).toHaveLength(1);
  });
});
