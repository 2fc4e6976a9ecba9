import type { Json } from '../json.js';
import { patternOf } from './pattern.js';
import type { Io } from './survey.js';
import type { ZodSchema } from './zod-schema.js';

type Check = Readonly<Record<string, unknown>>;
type Keywords = Record<string, Json>;

/** Checked by zod in code, so that no pattern and no format says the same: the client is told in words. */
const WORDS: Readonly<Record<string, string>> = {
  url: 'A URL.',
  ipv6: 'An IPv6 address.',
  cidrv6: 'An IPv6 range.',
  base64: 'Base64.',
  base64url: 'Base64url.',
  jwt: 'A JSON Web Token.',
  json_string: 'JSON, as text.',
};

/**
 * The checks of a schema that hold for what is listed, in order. A check after a change to the value
 * (`.trim()`) says nothing of what is received, and one before it nothing of what comes of it. What
 * trimming makes too short was too short before.
 */
export function listedChecks(schema: ZodSchema, io: Io): readonly Check[] {
  const { def } = schema._zod;
  const given = ((def.checks as readonly ZodSchema[] | undefined) ?? []).map(
    ({ _zod }) => _zod.def as Check,
  );
  const checks: readonly Check[] = def.check === undefined ? given : [def, ...given];
  const changes = checks.flatMap(({ check }, at) => (check === 'overwrite' ? [at] : []));
  const [first] = changes;
  if (first === undefined) return checks;
  if (io === 'output') return checks.slice((changes.at(-1) ?? 0) + 1);
  const trims = changes.every((at) => isTrim(checks[at]?.tx));
  return checks.filter(
    ({ check }, at) => at < first || (trims && (check === 'min_length' || check === 'overwrite')),
  );
}

const isTrim = (change: unknown): boolean => {
  try {
    return typeof change === 'function' && change(' Ab ') === 'Ab';
  } catch {
    return false;
  }
};

/** Lengths of texts and lists. */
export function sizes(checks: readonly Check[], least: string, most: string): Keywords {
  const mins: number[] = [];
  const maxs: number[] = [];
  for (const { check, minimum, maximum, length } of checks) {
    if (check === 'min_length') mins.push(minimum as number);
    if (check === 'max_length') maxs.push(maximum as number);
    if (check === 'length_equals') {
      mins.push(length as number);
      maxs.push(length as number);
    }
  }
  return {
    ...(mins.length > 0 && { [least]: Math.max(...mins) }),
    ...(maxs.length > 0 && { [most]: Math.min(...maxs) }),
  };
}

/** What is listed of a text; `refuse` hears of a regular expression that no pattern can say. */
export function textKeywords(
  checks: readonly Check[],
  refuse: (problem: string) => never,
): { readonly keywords: Keywords; readonly words: readonly string[] } {
  const patterns: string[] = [];
  const words: string[] = [];
  let format: string | undefined;
  for (const check of checks) {
    if (check.check !== 'string_format') continue;
    const name = String(check.format);
    const said = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
    if (said !== undefined) words.push(said);
    const regex = said === undefined ? regexOf(check) : undefined;
    if (regex === undefined) continue;
    const pattern = patternOf(regex);
    if (pattern === undefined)
      refuse(
        `has a regular expression (${regex.flags || 'no flags'}) that no pattern can say: ${CURE}`,
      );
    if (!patterns.includes(pattern)) patterns.push(pattern);
    format ??= formatOf(name, regex);
  }
  const [only] = patterns;
  return {
    keywords: {
      ...sizes(checks, 'minLength', 'maxLength'),
      ...(format !== undefined && { format }),
      ...(patterns.length === 1 && only !== undefined && { pattern: only }),
      ...(patterns.length > 1 && { allOf: patterns.map((pattern) => ({ pattern })) }),
    },
    words,
  };
}

const CURE = 'write it for the flag u, without i beyond ASCII and without v, or .refine() it';

function regexOf({
  format,
  includes,
  position,
  prefix,
  suffix,
  pattern,
}: Check): RegExp | undefined {
  if (format === 'includes')
    return new RegExp(`${position ? `^[\\s\\S]{${position},}?` : ''}${escaped(includes)}`);
  if (format === 'starts_with') return new RegExp(`^${escaped(prefix)}`);
  if (format === 'ends_with') return new RegExp(`${escaped(suffix)}$`);
  return pattern instanceof RegExp ? pattern : undefined;
}

const escaped = (text: unknown): string => String(text).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Times that a reader of `date-time` would refuse: a pattern that takes one says more than the format. */
const NO_DATE_TIMES = [
  'T00:00Z',
  'T00:00:00',
  'T00:00:00+24:00',
  'T00:00:00+00:60',
  'T00:00:00+00',
];

/** The format that a pattern implies, so that both say the same. */
function formatOf(name: string, regex: RegExp): string | undefined {
  if (name === 'uuid' || name === 'guid') return 'uuid';
  if (name === 'date' || name === 'ipv4') return name;
  const isExact = NO_DATE_TIMES.every((time) => !regex.test(`2020-01-01${time}`));
  return name === 'datetime' && isExact ? 'date-time' : undefined;
}

const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  float32: [-3.4028234663852886e38, 3.4028234663852886e38],
};

/** What is listed of a number. */
export function numberKeywords(checks: readonly Check[]): {
  readonly keywords: Keywords;
  readonly words: readonly string[];
} {
  const bounds: Record<string, number> = {};
  const least = (key: string, value: number) => {
    bounds[key] = Math.max(bounds[key] ?? Number.NEGATIVE_INFINITY, value);
  };
  const most = (key: string, value: number) => {
    bounds[key] = Math.min(bounds[key] ?? Number.POSITIVE_INFINITY, value);
  };
  const steps = new Set<number>();
  const words: string[] = [];
  let isInteger = false;
  for (const { check, value, inclusive, format } of checks) {
    if (check === 'greater_than') least(inclusive ? 'minimum' : 'exclusiveMinimum', Number(value));
    if (check === 'less_than') most(inclusive ? 'maximum' : 'exclusiveMaximum', Number(value));
    if (check === 'multiple_of') {
      // Readers divide doubles: 19.99 is no multiple of 0.01 to them.
      if (Number.isInteger(value)) steps.add(Math.abs(Number(value)));
      else words.push(`A multiple of ${value}.`);
    }
    if (check !== 'number_format') continue;
    isInteger ||= String(format).includes('int');
    const range = RANGES[String(format)];
    if (range !== undefined) {
      least('minimum', range[0]);
      most('maximum', range[1]);
    }
  }
  for (const key of Object.keys(bounds)) if (!Number.isFinite(bounds[key])) delete bounds[key];
  const [step, ...others] = steps;
  const keywords: Keywords = {
    type: isInteger ? 'integer' : 'number',
    ...bounds,
    ...(step !== undefined && { multipleOf: step }),
    ...(others.length > 0 && { allOf: others.map((multipleOf) => ({ multipleOf })) }),
  };
  return { keywords, words };
}
