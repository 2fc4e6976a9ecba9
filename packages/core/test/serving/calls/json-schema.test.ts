import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { compileJsonSchema } from '../../../src/serving/calls/json-schema.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const schema = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
});

describe('schemas that a step builds in every round (C30)', () => {
  it('are compiled once, whichever object they are', () => {
    const read = compileJsonSchema(schema('a'));
    expect(read({ a: 'x' })).toEqual({ ok: true });
    expect(read({ a: 1 })).toMatchObject({ ok: false, field: 'a' });
    expect(compileJsonSchema(schema('a'))).toBe(read);
    const { required, ...others } = schema('a');
    expect(compileJsonSchema({ required, ...others })).toBe(read);
    expect(compileJsonSchema(schema('b'))).not.toBe(read);
    expect(compileJsonSchema(schema('b'))({ b: 'x' })).toEqual({ ok: true });
  });

  it('are let go of, however many there are, and those that are held go on', async () => {
    const held = compileJsonSchema(schema('held'));
    const kept = Array.from(
      { length: 1000 },
      (_, index) => new WeakRef(compileJsonSchema(schema(`f${index}`))),
    );
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
    }
    const alive = kept.filter((ref) => ref.deref() !== undefined).length;
    // Those that are kept for a step that builds them again, and those of an engine that somebody holds.
    expect(alive).toBeLessThanOrEqual(256 + 2 * 32);
    expect(held({ held: 'x' })).toEqual({ ok: true });
    expect(held({})).toMatchObject({ ok: false });
  });
});
