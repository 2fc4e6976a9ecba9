import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Behind, clientOf, MODES, servedAs, textOf } from '../support/modes.js';
import { accept } from '../support/raw-session.js';

const Keep = form(z.object({ keep: z.boolean(), why: z.string().min(3).meta({ title: 'Why' }) }));
const Input = z.object({ count: z.number(), batch: z.number() });
type Input = z.output<typeof Input>;
const named = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`);

@Tool({ name: 'tidy', description: 'Asks about each file, some at a time.', input: Input })
class Tidy {
  @Elicit() files({ count, batch }: Input) {
    return ask.each(named(count), (file) => ask.form(`Keep ${file}?`, Keep), { batch });
  }
  @Elicit() where(_: Input, { files }: Answers<Tidy, 'files'>) {
    const kept = Object.keys(files).filter((file) => files[file]?.keep);
    if (kept.length === 0) return ask.nothing;
    const titles = kept.map((value) => ({ value, title: `The file ${value}` }));
    return ask.choose('Which first?', titles, { many: true, max: 2 });
  }
  run(_: Input, { files, where }: Answers<Tidy>) {
    return { answered: Object.keys(files).length, first: where ?? [] };
  }
}

@Tool({ name: 'room', description: 'Books as many seats as there are.' })
class Room {
  @Elicit() seats() {
    const check = ({ seats }: { seats: number }) =>
      seats > 3 ? ask.text`There are ${3} left.` : undefined;
    return ask.form('How many?', form(z.object({ seats: z.int() })), { check });
  }
  run(_: object, { seats }: Answers<Room>) {
    return seats;
  }
}

const components = [Tidy, Room];
const ASKED = MODES.filter((mode) => /^2026|2025 s(essions|tdio)/.test(mode));

describe.each(ASKED)('over %s, questions that are made from data', (mode) => {
  const call = async (name: string, args: object, elicit: NonNullable<Behind['elicit']>) => {
    const at = await servedAs(mode, { components });
    const client = await clientOf(mode, at, { elicit });
    return client.callTool({ name, arguments: args as never });
  };

  it('are put some at a time, in their order, and one that misfits alone again, filled in', async () => {
    const seen: string[] = [];
    let [open, most] = [0, 0];
    const result = await call('tidy', { count: 25, batch: 10 }, async (params) => {
      seen.push(params.message);
      if (params.message === 'Which first?') {
        const { items } = params.requestedSchema.properties.choices;
        expect(items.anyOf[1]).toEqual({ const: 'f1', title: 'The file f1' });
        return accept({ choices: ['f3', 'f0'] });
      }
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      if (!params.message.startsWith('Keep f7')) return accept({ keep: true, why: 'needed' });
      if (params.message === 'Keep f7?') return accept({ keep: false, why: 'x' });
      expect(params.message).toMatch(/^Keep f7\?\n\nWhy: /);
      expect(params.requestedSchema.properties.keep).toMatchObject({ default: false });
      return accept({ keep: false, why: 'old' });
    });
    expect(JSON.parse(textOf(result))).toEqual({ answered: 25, first: ['f3', 'f0'] });
    expect(most).toBeLessThanOrEqual(10);
    expect(seen).toHaveLength(27);
    expect(seen.slice(0, 10)).toEqual(named(10).map((file) => `Keep ${file}?`));
    expect(seen[10]).toMatch(/^Keep f7\?\n/);
    expect(seen.slice(11, 20)).toEqual(
      named(19)
        .slice(10)
        .map((file) => `Keep ${file}?`),
    );
  });

  it('fail at once when there are more than can ever be asked', async () => {
    const seen: string[] = [];
    const result = await call('tidy', { count: 65, batch: 2 }, ({ message }) => {
      seen.push(message);
      return accept({ keep: true, why: 'needed' });
    });
    expect(result.isError).toBe(true);
    expect(seen).toEqual([]);
  });

  it('are asked again with what a check tells', async () => {
    const seen: string[] = [];
    const result = await call('room', {}, ({ message }) => {
      seen.push(message);
      return accept({ seats: seen.length === 1 ? 4 : 2 });
    });
    expect(JSON.parse(textOf(result))).toEqual({ seats: 2 });
    expect(seen).toEqual(['How many?', 'How many?\n\nThere are 3 left.']);
  });
});

describe('as many things as the guide says', () => {
  const answered = async (mode: (typeof MODES)[number], count: number) => {
    const at = await servedAs(mode, { components });
    const client = await clientOf(mode, at, {
      elicit: ({ message }) =>
        accept(message === 'Which first?' ? { choices: ['f0'] } : { keep: false, why: 'old' }),
    });
    const result = await client.callTool({ name: 'tidy', arguments: { count, batch: 10 } });
    return JSON.parse(textOf(result)).answered;
  };

  it('are ten batches with the official client of 2026, and one more is too many for it', async () => {
    expect(await answered('2026 HTTP', 100)).toBe(100);
    await expect(answered('2026 HTTP', 101)).rejects.toThrow(/10|rounds/i);
  });

  it('are more in 2025, where the toolkit counts rounds that settled nothing', async () => {
    expect(await answered('2025 sessions', 101)).toBe(101);
  });
});
