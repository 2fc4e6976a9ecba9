import { type Answers, ask, choices, Elicit, form, Prompt, Tool } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accept, isAsk, RawSession } from '../support/raw-session.js';
import { served } from '../support/served.js';

const LINK = {
  type: 'resource_link',
  uri: 'file:///report.pdf',
  name: 'report',
  title: 'The report',
  description: 'Of the year.',
  annotations: { audience: ['user'] },
} as const;
const AUDIO = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' } as const;
const IMAGE = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;

@Tool({ name: 'all', description: 'Returns all kinds of content.' })
class All {
  run() {
    return [{ type: 'text', text: 'Here:' }, IMAGE, AUDIO, LINK];
  }
}
@Prompt({ name: 'all', description: 'Says all kinds of content.' })
class Said {
  run() {
    return [AUDIO, LINK].map((content) => ({ role: 'user' as const, content }));
  }
}
@Tool({ name: 'choose', description: 'Asks for a region.' })
class Choose {
  @Elicit() where() {
    const region = choices({ eu: 'Frankfurt', us: 'Oregon' });
    return ask.form('Where?', form(z.object({ region, day: z.iso.date().optional() })));
  }
  run(_: object, { where }: Answers<Choose>) {
    return where.region;
  }
}

const SHOWN_LINK = {
  type: 'text',
  text: 'The report: file:///report.pdf\nOf the year.',
  annotations: { audience: ['user'] },
};
const SHOWN_AUDIO = {
  type: 'text',
  text: expect.stringContaining('audio/wav'),
};
const KNOWN: Record<string, readonly string[]> = {
  '2024-11-05': ['text', 'image', 'resource'],
  '2025-03-26': ['text', 'image', 'resource', 'audio'],
  '2025-06-18': ['text', 'image', 'resource', 'audio', 'resource_link'],
  '2025-11-25': ['text', 'image', 'resource', 'audio', 'resource_link'],
};

/** A session of a client that speaks a revision; it sends no header of it before there was one. */
async function session(revision: string, shim: object = {}) {
  const at = await served(shim, { components: [All, Said, Choose], providers: [] });
  const headers = revision >= '2025-06-18' ? { 'mcp-protocol-version': revision } : {};
  const raw = new RawSession(at.url, { version: revision, headers });
  if (!('sessions' in shim)) await raw.initialize();
  return raw;
}
const resultOf = async (stream: Awaited<ReturnType<RawSession['send']>>, id: number) =>
  (await stream.next((message) => message.id === id && 'result' in message)).result;

describe.each(Object.keys(KNOWN))('a client of revision %s', (revision) => {
  const known = KNOWN[revision] ?? [];
  // A strict client of that time rejects the whole result for one block that it does not know.
  const takes = (blocks: { type: string }[]) =>
    expect(blocks.filter(({ type }) => !known.includes(type))).toEqual([]);
  const shown = (blocks: readonly object[]) =>
    blocks.map((block) => {
      if (block === LINK && !known.includes('resource_link')) return SHOWN_LINK;
      return block === AUDIO && !known.includes('audio') ? SHOWN_AUDIO : block;
    });

  it('gets content that it knows, and text in place of what it does not', async () => {
    const raw = await session(revision);
    const { content } = await resultOf(await raw.call(1, 'all'), 1);
    takes(content);
    expect(content).toEqual([{ type: 'text', text: 'Here:' }, ...shown([IMAGE, AUDIO, LINK])]);
    const prompt = await raw.send({ id: 2, method: 'prompts/get', params: { name: 'all' } });
    const { messages } = await resultOf(prompt, 2);
    expect(messages.map(({ content }: { content: object }) => content)).toEqual(
      shown([AUDIO, LINK]),
    );
  });

  it('gets it so without a session, too', async () => {
    const raw = await session(revision, { sessions: false });
    const { content } = await resultOf(await raw.call(1, 'all'), 1);
    // Before there was a header, nothing tells 2024-11-05 from the revision after it.
    expect(content[3]).toEqual(shown([LINK])[0]);
  });

  it('is asked with choices as it knows them, and answers by their values', async () => {
    const raw = await session(revision);
    const call = await raw.call(1, 'choose');
    const { id, params } = await call.next(isAsk);
    const titled = {
      oneOf: [
        { const: 'eu', title: 'Frankfurt' },
        { const: 'us', title: 'Oregon' },
      ],
    };
    const named = { enum: ['eu', 'us'], enumNames: ['Frankfurt', 'Oregon'] };
    expect(params.requestedSchema.properties).toEqual({
      region: { type: 'string', ...(revision === '2025-11-25' ? titled : named) },
      day: { type: 'string', format: 'date' },
    });
    await raw.send({ id, result: accept({ region: 'us' }) });
    expect((await resultOf(call, 1)).content[0].text).toBe('us');
  });
});
