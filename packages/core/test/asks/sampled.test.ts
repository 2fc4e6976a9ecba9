import { describe, expect, it } from 'vitest';
import { ask } from '../../src/asks/ask.js';
import { readSampled } from '../../src/asks/sampled.js';
import type { Json } from '../../src/json.js';
import { asked, type ComponentSpec, journalOf, resultOf, round } from '../support/rounds.js';

const sampled = (content: Json) => readSampled({ role: 'assistant', content });
const wrote = (...texts: string[]) => ({
  role: 'assistant',
  model: 'm',
  content: texts.map((text) => ({ type: 'text', text })),
});

describe('what the model wrote, put into a text', () => {
  it('is its text, with a name for each block that has none', () => {
    expect(`${sampled({ type: 'text', text: 'Hello' })}`).toBe('Hello');
    expect(
      `${sampled([
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ])}`,
    ).toBe('ab');
    const mixed = sampled([
      { type: 'text', text: 'See ' },
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
      { type: 'tool_use', id: '1', name: 't', input: {} },
    ]);
    expect(String(mixed)).toBe('See [image][audio][tool_use]');
    expect(mixed.text).toBe('See ');
  });

  it('shows in no JSON and among no members', () => {
    const value = sampled({ type: 'text', text: 'Hello' });
    expect(Object.keys(value)).toEqual(['text', 'content', 'model']);
    expect(JSON.parse(JSON.stringify(value))).toEqual({ ...value });
  });

  it('is that text in a step and in run, in the round that takes it and in every later one', async () => {
    const spec: ComponentSpec = {
      steps: {
        summary: { kind: 'sample', is: () => ask.sample({ messages: ['Sum up'], maxTokens: 9 }) },
        sure: { is: (_, { summary }) => ask.url(`Write ${summary}?`, 'https://x.example/') },
        more: { is: (_, { sure }) => sure && ask.url('Really?', 'https://x.example/') },
      },
      run: (_, { summary }) => `Wrote ${summary}, ${summary.text}.`,
    };
    const options = { capabilities: { sampling: {}, elicitation: { url: {} } } };
    const messageOf = (outcome: Awaited<ReturnType<typeof round>>, key: string) =>
      outcome.kind === 'asking' ? outcome.asks.get(key)?.params.message : outcome;
    const first = await round(spec, undefined, undefined, options);
    const taken = await round(spec, journalOf(first), { summary: wrote('one', ', two') }, options);
    expect(messageOf(taken, 'sure')).toBe('Write one, two?');
    const kept = await round(spec, journalOf(taken), undefined, options);
    expect(messageOf(kept, 'sure')).toBe('Write one, two?');
    const third = await round(spec, journalOf(kept), { sure: { action: 'accept' } }, options);
    expect(asked(third)).toEqual(['more']);
    const done = await round(spec, journalOf(third), { more: { action: 'accept' } }, options);
    expect(resultOf(done)).toBe('Wrote one, two, one, two.');
  });
});
