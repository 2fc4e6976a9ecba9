import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Behind, clientOf, MODES, servedAs, textOf } from '../support/modes.js';
import { accept } from '../support/raw-session.js';

const Contact = form(
  z.object({
    name: z.string().min(1),
    mail: z.email().optional(),
    until: z.iso.date().optional(),
    at: z.iso.datetime().optional(),
    size: z.number().optional(),
    count: z.number().int().default(2),
    region: z.enum(['eu', 'us']).optional(),
    tier: z.enum(['s', 'm']).default('s'),
    code: z.string().min(3).optional(),
    tags: z
      .array(z.enum(['a', 'b']))
      .min(1)
      .optional(),
    note: z.string().optional(),
    extras: z.array(z.enum(['a', 'b'])).optional(),
  }),
);
const Raw = {
  type: 'object',
  properties: {
    mail: { type: 'string', format: 'email' },
    code: { type: 'string', minLength: 3 },
    region: { type: 'string', enum: ['eu', 'us'], default: 'eu' },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1 },
    note: { type: 'string' },
  },
} as const;

@Tool({ name: 'contact', description: 'Asks for much that may be left out.' })
class Contacts {
  @Elicit() who() {
    return ask.form('Who?', Contact);
  }
  @Elicit() more() {
    return ask.all({ raw: ask.form('More?', Raw), again: ask.form('Again?', Contact) });
  }
  run(_: object, answers: Answers<Contacts>) {
    return { who: answers.who, ...answers.more };
  }
}

/** What a form client sends that starts every field with an empty control, and clears it to one. */
const emptyControls = ({ properties }: { properties: Record<string, { type: string }> }) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [name, type === 'array' ? [] : '']),
  );

const ASKED = MODES.filter((mode) => /^2026|2025 s(essions|tdio)/.test(mode));

describe.each(ASKED)('over %s, a form client that sends every field it shows', (mode) => {
  const answered = async (blank: (value: unknown) => unknown) => {
    const asked: string[] = [];
    const elicit: Behind['elicit'] = ({ message, requestedSchema }) => {
      asked.push(message);
      const content = Object.entries(emptyControls(requestedSchema)).map(([name, value]) => [
        name,
        blank(value),
      ]);
      return accept({
        ...Object.fromEntries(content),
        ...('name' in requestedSchema.properties && { name: 'Ada' }),
      });
    };
    const at = await servedAs(mode, { components: [Contacts] });
    const client = await clientOf(mode, at, { elicit });
    return { result: await client.callTool({ name: 'contact' }), asked: asked.sort() };
  };

  it('is asked once: a blank that does not fit in a field that may be left out is left out', async () => {
    const { result, asked } = await answered((value) => value);
    const who = { name: 'Ada', count: 2, tier: 's', note: '', extras: [] };
    expect(JSON.parse(textOf(result))).toEqual({ who, raw: { note: '' }, again: who });
    expect(asked).toEqual(['Again?', 'More?', 'Who?']);
  });

  it('may send blanks of white space as well', async () => {
    const { result, asked } = await answered((value) => (value === '' ? ' \t' : value));
    expect(JSON.parse(textOf(result))).toMatchObject({
      who: { name: 'Ada', count: 2, tier: 's', note: ' \t' },
      raw: { note: ' \t' },
    });
    expect(asked).toHaveLength(3);
  });
});
