import fc from 'fast-check';
import { z } from 'zod';

/** A schema, values that it may be given, and what is known of its list. */
export interface Node {
  readonly schema: z.ZodType;
  readonly value: fc.Arbitrary<unknown>;
  /** The list takes more than zod does, and says so in words: only one direction can be asked of it. */
  readonly wider: boolean;
}

const node = (schema: z.ZodType, value: fc.Arbitrary<unknown>, wider = false): Node => ({
  schema,
  value,
  wider,
});
const one = (...nodes: Node[]): fc.Arbitrary<Node> => fc.constantFrom(...nodes);

const SPECIAL = [
  '',
  ' ',
  '\n',
  'ABC',
  'abc',
  'a\nb',
  'é',
  '💩',
  'aſK',
  '0',
  '-',
  '{x}',
  '__proto__',
];
const unicode = fc.string({ unit: 'grapheme', maxLength: 6 });
const words = fc.oneof(fc.string({ maxLength: 8 }), unicode, fc.constantFrom(...SPECIAL));
/** zod counts a character beyond the BMP as two, JSON Schema as one: lengths are asked of the others. */
const bmp = words.map((text) => text.replace(/[\ud800-\udfff]/g, ''));

const bounded = fc
  .record({ least: fc.nat(4), more: fc.nat(4), which: fc.constantFrom('min', 'max', 'both') })
  .map(({ least, more, which }) => {
    let schema = z.string();
    if (which !== 'max') schema = schema.min(least);
    if (which !== 'min') schema = schema.max(least + more);
    return node(schema, bmp);
  });

/** Flags, line ends, classes and escapes that a pattern says otherwise. */
const REGEXES = [
  /^abc$/i,
  /^[a-c_x-z]+$/i,
  /^[^a]*$/i,
  /^\x41b$/i,
  /^a.b$/,
  /^a.b$/s,
  /^b$/m,
  /^.*$/u,
  /^\p{L}+$/u,
  /^\u{1f4a9}*$/u,
  /^[\w-]+$/,
  /^-?\d+$/,
  /^[\w-.]*$/,
  /a{|}/,
  /^(?<first>a)\k<first>$/,
  /^(a)\1$/,
  /b/y,
  /k/iu,
  /\//g,
];
const patterned = fc.constantFrom(...REGEXES).map((regex) => {
  const fits = fc.constantFrom(
    'abc',
    'ABC',
    'a\nb',
    'aa',
    'Ab',
    'b',
    'xb',
    'K',
    'K',
    '/',
    '-1',
    'a{',
  );
  return node(z.string().regex(regex), fc.oneof(bmp, fits));
});

const textual = one(
  node(z.string(), words),
  node(z.string().startsWith('a.'), fc.constantFrom('a.', 'ab', 'a.\n', 'ba.')),
  node(z.string().endsWith('c'), fc.constantFrom('c', '\nc', 'cb', 'c\n')),
  node(z.string().includes('b', { position: 1 }), fc.constantFrom('b', 'ab', 'a\nb', 'aab', 'ba')),
  node(z.string().lowercase(), bmp),
  node(z.string().uppercase(), bmp),
  node(z.string().nonempty(), bmp),
  node(z.string().trim().min(1), fc.constantFrom('', ' ', ' a ', 'a'), true),
  node(z.string().min(2).trim(), fc.constantFrom(' ', '  ', ' a ', 'ab')),
  node(
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z]+$/),
    fc.constantFrom('ABC', 'abc', '1'),
    true,
  ),
  node(z.string().trim().max(2), fc.constantFrom('  ab  ', 'abc', 'a'), true),
  node(
    z.templateLiteral(['v', z.number(), '-', z.enum(['a', 'b'])]),
    fc.constantFrom('v1-a', 'v1.5-b', 'v-a', 'v1-c'),
  ),
);

const EMAILS = [
  'a@b.co',
  'a@b-.com',
  'a!b@c.de',
  'a@localhost',
  'ä@ö.de',
  'a..b@c.de',
  '"a b"@c.de',
  'x',
];
const TIMES = [
  '2020-01-01T00:00:00Z',
  '2020-01-01T00:00Z',
  '2020-01-01T00:00:00+02:00',
  '2020-01-01T00:00:00.123Z',
  '2020-01-01T00:00:00',
  '2020-02-30T00:00:00Z',
  '2020-01-01t00:00:00z',
  '2020-01-01T23:59:60Z',
];
const UUIDS = [
  '123e4567-e89b-42d3-a456-426614174000',
  '00000000-0000-0000-0000-000000000000',
  '123e4567-e89b-02d3-a456-426614174000',
  'urn:uuid:123e4567-e89b-42d3-a456-426614174000',
  'x',
];
const from = (...values: unknown[]) => fc.oneof(fc.constantFrom(...values), words);
const formats = one(
  node(z.email(), from(...EMAILS)),
  node(z.email({ pattern: z.regexes.html5Email }), from(...EMAILS)),
  node(z.email({ pattern: z.regexes.rfc5322Email }), from(...EMAILS)),
  node(z.email({ pattern: z.regexes.unicodeEmail }), from(...EMAILS)),
  node(z.uuid(), from(...UUIDS)),
  node(z.guid(), from(...UUIDS)),
  node(z.url(), from('http://a/', 'http://exämple.com/', 'http://a/{x}', 'x', 'http://'), true),
  node(z.ipv4(), from('1.2.3.4', '1.2.3.256', '01.2.3.4')),
  node(z.ipv6(), from('::1', '::ffff:1.2.3.4', '1::2::3'), true),
  node(z.cidrv4(), from('1.2.3.0/24', '1.2.3.0/33')),
  node(z.base64(), from('YQ==', 'YQ', 'a'), true),
  node(z.base64url(), from('YQ', 'Y-_Q', '='), true),
  node(z.nanoid(), from('V1StGXR8_Z5jdHi6B-myT')),
  node(z.cuid2(), from('tz4a98xxat96iws9zmbrgj3a')),
  node(z.ulid(), from('01ARZ3NDEKTSV4RRFFQ69G5FAV')),
  node(z.e164(), from('+4915123456789', '+0')),
  node(z.iso.date(), from('2020-02-29', '2021-02-29', '2020-1-1', '0000-02-29')),
  node(z.iso.time(), from('10:00', '10:00:00', '24:00:00', '10:00:00.5')),
  node(z.iso.duration(), from('P1D', 'PT1.5S', 'P', 'P1W')),
  ...[{}, { offset: true }, { local: true }, { precision: 3 }].map((options) =>
    node(z.iso.datetime(options), from(...TIMES)),
  ),
);

const floats = fc.double({ noNaN: true, noDefaultInfinity: true });
const numbers = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  floats,
  fc.constantFrom(0, -0, 0.5, 19.99, 1.005, 2 ** 31, 2 ** 53 - 1, -(2 ** 53 - 1)),
);
const small = fc.integer({ min: -50, max: 50 });
const amount = fc.integer({ min: -5, max: 5 }).chain((at) =>
  one(
    node(z.number(), numbers),
    node(z.int(), numbers),
    node(z.int32(), numbers),
    node(z.uint32(), numbers),
    node(
      z
        .number()
        .min(at)
        .lt(at + 5),
      numbers,
    ),
    node(z.number().gt(at).min(at), numbers),
    node(
      z
        .number()
        .min(at)
        .gt(at - 1)
        .max(at + 3),
      numbers,
    ),
    node(z.int().positive(), numbers),
    node(z.int().multipleOf(3).multipleOf(2), small),
    node(z.number().multipleOf(0.01), numbers, true),
    node(z.number().multipleOf(0.5), numbers, true),
  ),
);

/** As TypeScript compiles an enum of numbers. */
const Level = { low: 1, high: 2, 1: 'low', 2: 'high' } as const;
const choice = one(
  node(z.boolean(), fc.boolean()),
  node(z.null(), fc.constant(null)),
  node(z.literal('a'), from('a')),
  node(z.literal(['a', 1, true]), from('a', 1, true)),
  node(z.literal(null), fc.constant(null)),
  node(z.enum(['a', 'b']), from('a', 'b')),
  node(z.enum(Level), fc.constantFrom(1, 2, 3, 'low')),
);
const loose = one(
  node(z.any(), fc.jsonValue()),
  node(z.unknown(), fc.jsonValue()),
  node(z.json(), fc.jsonValue()),
  node(z.never().optional(), fc.constant(undefined)),
  node(z.coerce.number(), from(1, '1', true, null, 'x'), true),
  node(z.coerce.string(), from(1, '1', true, null), true),
  node(z.coerce.boolean(), from(1, '', true, null), true),
  node(z.number().catch(1), from(1, 'x', null), true),
  node(
    z.preprocess((v) => (typeof v === 'string' ? v.length : v), z.number()),
    from(1, 'x'),
    true,
  ),
);

interface Tree {
  name: string;
  kids: Tree[];
}
const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), kids: z.array(Tree) }));
const tree = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.record({
    name: words,
    kids: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 2 })),
  }),
})).tree;

const leaf = fc.oneof(
  bounded,
  patterned,
  textual,
  formats,
  amount,
  choice,
  loose,
  one(node(Tree, tree)),
);

let ids = 0;
/** Not `constructor`: zod takes it, inherited, for a member. */
const KEYS = ['a', 'b', 'c', 'id'];

function objectOf(fields: readonly (readonly [string, Node, boolean])[], kind: string): Node {
  const shape = Object.fromEntries(
    fields.map(([key, { schema }, optional]) => [key, optional ? schema.optional() : schema]),
  );
  const schema =
    kind === 'strict'
      ? z.strictObject(shape)
      : kind === 'loose'
        ? z.looseObject(shape)
        : kind === 'catchall'
          ? z.object(shape).catchall(z.number())
          : z.object(shape);
  const values = Object.fromEntries(fields.map(([key, { value }]) => [key, value]));
  const value = fc
    .tuple(fc.record(values, { requiredKeys: [] }), fc.record(values), fc.nat(3))
    .map(([some, all, which]) => (which === 0 ? some : which === 1 ? { ...all, zz: 1 } : all));
  return node(
    schema,
    value,
    fields.some(([, { wider }]) => wider),
  );
}

const wrapped = ({ schema, value, wider }: Node): fc.Arbitrary<Node> =>
  one(
    node(schema.nullable(), fc.oneof(value, fc.constant(null)), wider),
    node(schema.readonly(), value, wider),
    node(schema.describe('told'), value, wider),
    node(schema.meta({ id: `id${ids++}`, title: 'T' }), value, wider),
    node(
      z.lazy(() => schema),
      value,
      wider,
    ),
    node(z.array(schema).min(1).max(3), fc.array(value, { maxLength: 4 }), wider),
    node(z.array(schema), fc.array(value, { maxLength: 3 }), wider),
    node(z.record(z.string(), schema), fc.dictionary(fc.constantFrom(...KEYS), value), wider),
    node(
      z.record(z.string().regex(/^[ab]/i), schema),
      fc.dictionary(fc.constantFrom('a', 'B', 'c'), value),
      wider,
    ),
    node(
      z.record(z.enum(['a', 'b']), schema),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), value),
      wider,
    ),
    node(
      z.partialRecord(z.enum(['a', 'b']), schema),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), value),
      wider,
    ),
    node(
      z.tuple([z.string(), schema.optional()]),
      fc.array(fc.oneof(words, value), { maxLength: 3 }),
      wider,
    ),
    node(z.tuple([z.string()], schema), fc.array(fc.oneof(words, value), { maxLength: 3 }), wider),
  );

const both = (left: Node, right: Node): fc.Arbitrary<Node> => {
  const [l, r] = [objectOf([['a', left, false]], ''), objectOf([['b', right, true]], '')];
  const value = fc
    .tuple(l.value, r.value)
    .map(([a, b]) => ({ ...(a as object), ...(b as object) }));
  const wider = left.wider || right.wider;
  const all: [z.ZodType, z.ZodType][] = [
    [l.schema, r.schema],
    [l.schema.describe('A'), r.schema],
    [l.schema.readonly(), r.schema],
    [l.schema.meta({ id: `id${ids++}` }), r.schema],
    [z.lazy(() => l.schema), r.schema.nullable()],
    [l.schema, z.record(z.string(), z.any())],
  ];
  return fc.constantFrom(...all).map(([a, b]) => node(a.and(b), value, wider));
};

const level = (inner: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
  fc.oneof(
    inner,
    inner.chain(wrapped),
    fc
      .tuple(inner, inner)
      .map(([a, b]) =>
        node(z.union([a.schema, b.schema]), fc.oneof(a.value, b.value), a.wider || b.wider),
      ),
    fc.tuple(inner, inner).map(([a, b]) => {
      const options = [
        z.object({ kind: z.literal('a'), x: a.schema }),
        z.object({ kind: z.literal('b'), x: b.schema }),
      ] as const;
      const value = fc.record({
        kind: fc.constantFrom('a', 'b', 'c'),
        x: fc.oneof(a.value, b.value),
      });
      return node(z.discriminatedUnion('kind', [...options]), value, a.wider || b.wider);
    }),
    fc.tuple(inner, inner).chain(([a, b]) => both(a, b)),
    fc
      .tuple(
        fc.uniqueArray(fc.tuple(fc.constantFrom(...KEYS), inner, fc.boolean()), {
          maxLength: 3,
          selector: ([key]) => key,
        }),
        fc.constantFrom('', 'strict', 'loose', 'catchall'),
      )
      .map(([fields, kind]) => objectOf(fields, kind)),
  );

export const schemas: fc.Arbitrary<Node> = level(level(leaf));
/** Values that were made for a schema, and some that were not. */
export const valuesOf = ({ value }: Node): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: value },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
