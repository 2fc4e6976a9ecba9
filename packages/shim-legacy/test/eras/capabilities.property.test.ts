import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { bothEras, ERAS, KINDS, type Kind } from '../support/both-eras.js';

/*
 * Whatever a client declares, in either era: it is never asked what it did not declare. What a declaration means is written
 * down here a second time (spec: client/elicitation, client/sampling, client/roots; Capabilities).
 */

const odd = fc.constantFrom<unknown>(null, true, false, 0, 1, '', 'yes', [], [{}]);
const flag = fc.oneof(
  { weight: 5, arbitrary: fc.constant<unknown>({}) },
  { weight: 1, arbitrary: odd },
  { weight: 1, arbitrary: fc.constant<unknown>({ later: {} }) },
);
const group = (...names: string[]) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record(Object.fromEntries([...names, 'vendor'].map((name) => [name, flag])), {
        requiredKeys: [],
      }) as fc.Arbitrary<unknown>,
    },
    { weight: 2, arbitrary: odd },
    {
      weight: 1,
      arbitrary: fc.constant(JSON.parse('{"__proto__":{"form":{},"url":{},"tools":{}}}')),
    },
  );
const members = fc.record(
  {
    elicitation: group('form', 'url'),
    sampling: group('tools', 'context'),
    roots: group('listChanged'),
    Elicitation: group('form', 'url'),
    extensions: fc.constant<unknown>({}),
  },
  { requiredKeys: [] },
);
const wellFormed = fc.record(
  {
    elicitation: fc.constantFrom<unknown>({}, { form: {} }, { url: {} }, { form: {}, url: {} }),
    sampling: fc.constantFrom<unknown>(
      {},
      { tools: {} },
      { context: {} },
      { tools: {}, context: {} },
    ),
    roots: fc.constantFrom<unknown>({}, { listChanged: true }),
  },
  { requiredKeys: [] },
);
const capabilities: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: wellFormed },
  { weight: 9, arbitrary: members },
  { weight: 1, arbitrary: members.map((inside) => ({ ['__proto__']: inside })) },
  { weight: 1, arbitrary: odd },
);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Whether the client says that it can take a question of this kind. */
function declares(declared: unknown, kind: Kind): boolean {
  if (kind === 'roots') return isRecord(at(declared, 'roots'));
  if (kind === 'sample') return isRecord(at(declared, 'sampling'));
  if (kind === 'tools') return isRecord(at(at(declared, 'sampling'), 'tools'));
  const elicitation = at(declared, 'elicitation');
  const [form, url] = [at(elicitation, 'form'), at(elicitation, 'url')];
  if (kind === 'url') return isRecord(url);
  return isRecord(form) || (isRecord(elicitation) && form === undefined && url === undefined);
}

const NEEDS: Readonly<Record<Kind, object>> = {
  form: { elicitation: { form: {} } },
  url: { elicitation: { url: {} } },
  sample: { sampling: {} },
  tools: { sampling: { tools: {} } },
  roots: { roots: {} },
};

describe('capabilities of any shape, in either era', () => {
  const { ran, problems, call, close } = bothEras();
  afterAll(close);

  it('are never asked for what they do not declare, and asked for what they do', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ERAS),
        capabilities,
        fc.constantFrom(...KINDS),
        fc.boolean(),
        async (era, declared, kind, optional) => {
          ran.bodies.length = 0;
          const { asked, answer, status } = await call(
            era,
            'one',
            { kind, optional },
            { capabilities: declared },
          );
          expect(problems).toEqual([]);
          const can = declares(JSON.parse(JSON.stringify(declared)), kind);
          const refusedAsMalformed = era === '2026' && answer.error?.code === -32602;
          const way = `${era} ${kind} ${optional ? 'optional' : 'required'} ${can ? 'asked' : 'not asked'}`;
          if (!refusedAsMalformed) seen.set(way, (seen.get(way) ?? 0) + 1);

          if (refusedAsMalformed) {
            // The envelope of a 2026 request is checked before any component hears of it.
            expect([asked, ran.bodies]).toEqual([[], []]);
          } else if (can) {
            expect(asked).toEqual([kind]);
            expect(ran.bodies).toEqual([]);
          } else {
            expect(asked).toEqual([]);
            expect(ran.bodies).toEqual(
              optional ? [{ answer: undefined, outcome: 'unsupported' }] : [],
            );
            if (optional) expect(answer.result.content).toEqual([{ type: 'text', text: 'ran' }]);
            else if (era === '2025') expect(answer.result).toMatchObject({ isError: true });
            else
              expect({ status, answer }).toMatchObject({
                status: 400,
                answer: { error: { code: -32021, data: { requiredCapabilities: {} } } },
              });
          }
        },
      ),
      { numRuns: 1000, seed: 20260728 },
    );
    const ways = ERAS.flatMap((era) =>
      KINDS.flatMap((kind) =>
        ['required asked', 'required not asked', 'optional asked', 'optional not asked'].map(
          (way) => `${era} ${kind} ${way}`,
        ),
      ),
    );
    expect(ways.filter((way) => (seen.get(way) ?? 0) < 3)).toEqual([]);
  }, 60_000);

  it('decide for each of several questions alone: all that is required and lacks is named, nothing else is asked', async () => {
    let several = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ERAS),
        fc.oneof(wellFormed, members),
        fc.subarray([...KINDS]),
        fc.subarray([...KINDS]),
        async (era, declared, required, both) => {
          const optional = both.filter((kind) => !required.includes(kind));
          ran.bodies.length = 0;
          const { asked, answer } = await call(
            era,
            'several',
            { required, optional },
            { capabilities: declared },
          );
          expect(problems).toEqual([]);
          if (era === '2026' && answer.error?.code === -32602) return;
          const can = (kind: Kind) => declares(JSON.parse(JSON.stringify(declared)), kind);
          const lacking = required.filter((kind) => !can(kind));
          if (lacking.length > 0) {
            expect([asked, ran.bodies]).toEqual([[], []]);
            if (era === '2025') expect(answer.result).toMatchObject({ isError: true });
            else {
              const { requiredCapabilities } = answer.error.data;
              for (const kind of lacking) expect(requiredCapabilities).toMatchObject(NEEDS[kind]);
              expect(new Set(Object.keys(requiredCapabilities))).toEqual(
                new Set(lacking.flatMap((kind) => Object.keys(NEEDS[kind]))),
              );
            }
            return;
          }
          const expected = [...required, ...optional].filter(can).sort();
          if (expected.length > 1) several++;
          expect([...asked].sort()).toEqual(expected);
          expect(ran.bodies).toHaveLength(expected.length === 0 ? 1 : 0);
        },
      ),
      { numRuns: 300, seed: 20260728 },
    );
    expect(several).toBeGreaterThan(20);
  }, 60_000);
});
