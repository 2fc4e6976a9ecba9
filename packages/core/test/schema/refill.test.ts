import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json, JsonObject } from '../../src/json.js';
import { choices } from '../../src/schema/choices.js';
import { form, formParts } from '../../src/schema/form.js';
import type { FormParts } from '../../src/schema/form-parts.js';
import { compileJsonSchema } from '../../src/serving/calls/json-schema.js';

const titled = <S extends z.ZodType>(title: string, schema: S): S => schema.meta({ title }) as S;

const Order = formParts(
  form(
    z.object({
      name: titled('Your name', z.string().max(10)),
      size: titled('Size', z.int().min(1).max(9)),
      fast: titled('Express', z.boolean()),
      region: titled('Region', choices({ eu: 'Frankfurt', us: 'Oregon' })),
      extras: titled('Extras', z.array(z.enum(['backup', 'metrics'])).max(2)),
      mail: titled('E-mail', z.email()),
      until: titled('Until', z.iso.date().optional()),
      note: z.string().default('none'),
    }),
  ),
);
const good = {
  name: 'Ann',
  size: 3,
  fast: false,
  region: 'eu',
  extras: ['metrics'],
  mail: 'ann@example.com',
  until: '2026-01-31',
  note: 'x',
};

/** Reads content that does not fit; returns the problem, and the defaults with which the form comes back. */
async function refused(parts: FormParts, content: Json) {
  const reading = await parts.read(content, compileJsonSchema);
  if (reading.ok) throw new Error('it fits');
  const shown = parts.refill(content, reading.misfits ?? []);
  const fields = Object.entries(shown.properties as Readonly<Record<string, JsonObject>>);
  const defaults = Object.fromEntries(
    fields.flatMap(([name, field]) => ('default' in field ? [[name, field.default]] : [])),
  );
  return { ...reading, shown, defaults };
}

describe('a form that is put again', () => {
  it('brings what fitted back, and names the title of what did not', async () => {
    const { mail: _, ...rest } = good;
    const { problem, field, defaults } = await refused(Order, { ...good, mail: 'SECRET' });
    expect(defaults).toEqual(rest);
    expect(problem).toMatch(/^E-mail: /);
    expect(problem).not.toMatch(/SECRET/);
    expect(field).toBe('mail');
  });

  it('says what is missing in plain words, by its title, or by its key where it has none', async () => {
    const { problem } = await refused(Order, { ...good, name: undefined as never, size: 'x' });
    expect(problem).toMatch(/^Your name: needs an answer; Size: /);
    const Bare = formParts(form(z.object({ name: z.string(), kind: z.string() })));
    expect((await refused(Bare, { kind: 'a' })).problem).toBe('name: needs an answer');
    const own = z.object({ name: z.string({ error: 'Who are you?' }) });
    expect((await refused(formParts(form(own)), {})).problem).toBe('name: Who are you?');
  });

  it('brings back nothing that its own listed schema refuses', async () => {
    const wrong: Readonly<Record<keyof typeof good, readonly Json[]>> = {
      name: ['x'.repeat(11), 5, ''],
      size: [0, 10, 1.5, '3'],
      fast: ['true', 1],
      region: ['uk', 'Frankfurt'],
      extras: [['disks'], ['backup', 'backup'], 'backup'],
      mail: ['ann', 'ann@', 5],
      until: ['31.1.2026', '2026-02-31', 'soon'],
      note: [5, {}],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        // Every other field fits: what comes back is all of them, and of this one at most the author's default.
        const { defaults } = await refused(Order, { ...good, size: 99, [name]: value });
        expect(defaults[name], `${name}: ${JSON.stringify(value)}`).toBe(
          name === 'note' ? 'none' : undefined,
        );
      }
    }
  });

  it('brings back only what clients take for a default: the whole of it fits the listed schema', async () => {
    const { shown, defaults } = await refused(Order, { ...good, size: 99 });
    const { required: _, ...fields } = shown;
    expect(compileJsonSchema(fields as JsonObject)(defaults)).toEqual({ ok: true });
  });

  it('brings back no text that fails the check of its field', async () => {
    const ticket = z.string().regex(/^K-\d+$/, 'Such as K-42');
    const parts = formParts(form(z.object({ ticket, note: z.string() })));
    expect((await refused(parts, { ticket: 'x', note: 'a' })).defaults).toEqual({ note: 'a' });
  });

  it('brings everything back where the answer is wrong as a whole', async () => {
    const parts = formParts(
      form(
        z
          .object({ from: z.int(), to: z.int() })
          .refine(({ from, to }) => from < to, 'From must be before to'),
      ),
    );
    const { problem, defaults } = await refused(parts, { from: 5, to: 1 });
    expect(problem).toBe('From must be before to');
    expect(defaults).toEqual({ from: 5, to: 1 });
  });

  it('does so for a raw form, which says all that is missing at once', async () => {
    const parts = formParts({
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Your name' },
        mail: { type: 'string', title: 'E-mail', format: 'email' },
        page: { type: 'string', format: 'uri' },
        at: { type: 'string', format: 'date-time' },
        kind: { type: 'string', enum: ['a', 'b'], title: 'Kind' },
      },
      required: ['name', 'mail', 'kind'],
    });
    const page = 'https://x.example/?a=%20';
    const at = '2026-01-31T10:00:00+01:00';
    const first = await refused(parts, { name: 'Ann', page, at });
    expect(first.problem).toBe('E-mail: needs an answer; Kind: needs an answer');
    expect(first.defaults).toEqual({ name: 'Ann', page, at });
    // The validator names one field that does not fit, and there are more.
    const odd = { name: 'Ann', mail: 'x', page: 'http://exämple', at: '2026-01-31', kind: 'c' };
    const second = await refused(parts, odd);
    expect(second.problem).toMatch(/^(E-mail|page|at|Kind): /);
    expect(second.defaults).toEqual({ name: 'Ann' });
  });

  it('is as it was where nothing came back, or nothing of use', async () => {
    for (const content of [{}, { stray: 1 }, { __proto__: { name: 'Ann' } }])
      expect((await refused(Order, content)).shown).toBe(Order.requestedSchema);
    expect(Order.requestedSchema.properties).not.toHaveProperty('name.default');
  });
});
