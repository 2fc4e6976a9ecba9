import { choices, form } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { asksOf } from '../../src/asks.js';
import { madeUp } from '../../src/misuse/made-up.js';

const FIELDS = {
  text: z.string(),
  long: z.string().min(20),
  short: z.string().max(3),
  email: z.email(),
  link: z.url(),
  day: z.iso.date(),
  moment: z.iso.datetime(),
  yes: z.boolean(),
  any: z.number(),
  least: z.number().min(2.5),
  most: z.number().max(-1),
  whole: z.int().min(3).max(5),
  one: z.enum(['a', 'b']),
  titled: choices({ eu: 'Frankfurt', us: 'Oregon' }),
  some: z.array(z.enum(['x', 'y', 'z'])),
  several: z.array(z.enum(['x', 'y', 'z'])).min(2),
  usual: z.string().default('as always'),
};

describe('a made-up answer', () => {
  it.each(Object.entries(FIELDS))('fits the field %s', (name, field) => {
    const schema = z.object({ [name]: field });
    const { requestedSchema } = form(schema) as unknown as { readonly requestedSchema: object };
    const asks = asksOf({
      q: { method: 'elicitation/create', params: { mode: 'form', message: 'q', requestedSchema } },
    });
    const { q } = madeUp(asks) as { q: object };
    expect(schema.safeParse(q), JSON.stringify(q)).toMatchObject({ success: true });
  });

  it('leaves out what may be left out', () => {
    const requestedSchema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['b'],
    };
    const asks = asksOf({
      q: { method: 'elicitation/create', params: { mode: 'form', message: 'q', requestedSchema } },
    });
    expect(madeUp(asks)).toEqual({ q: { b: 'made up' } });
  });
});
