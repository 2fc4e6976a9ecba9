import type { Check } from './acceptance.js';
import { CODECS, type CodecResults, GUARDS } from './codec.js';
import type { Results } from './interleave.js';
import { LISTING, type ListResults } from './lists.js';
import { grown, type RoundTripResults } from './round-trip.js';
import { HOISTED, OURS, SERVERS } from './servers.js';
import { ratioOf, type Spread, spreadOf } from './stats.js';

const HEADINGS = ['', 'rate', 'middle half', 'min to max', 'CPU', 'per second', 'repeats'] as const;
const WIDTHS = [32, 8, 16, 18, 8, 12, 9] as const;

/** Three digits that matter, and no more decimals than two. */
const figure = (value: number): string =>
  value >= 1000
    ? value.toFixed(0)
    : value >= 100
      ? value.toFixed(0)
      : value >= 10
        ? value.toFixed(1)
        : value.toFixed(2);
const perSecond = (rate: number): string =>
  rate >= 10_000 ? `${(rate / 1000).toFixed(1)} k` : figure(rate);
const row = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[0]) : cell.padStart(WIDTHS[at] as number)))
    .join('');

/** Writes one table: every contestant's rate and CPU as ratios to the reference's. */
function table(
  title: string,
  results: Results,
  names: readonly string[],
  reference: string,
): string[] {
  const over = results.get(reference);
  if (over === undefined) throw new Error(`not measured: ${reference}`);
  const rows = names.flatMap((name) => {
    const of = results.get(name);
    if (of === undefined) return [];
    const rate = ratioOf(of.rate, over.rate);
    const between = (from: keyof Spread, to: keyof Spread) =>
      name === reference ? '' : `${figure(rate[from])} to ${figure(rate[to])}`;
    const cells = [
      figure(rate.median),
      between('lower', 'upper'),
      between('min', 'max'),
      figure(ratioOf(of.cpu, over.cpu).median),
    ];
    return [
      row([
        name,
        ...cells,
        perSecond(spreadOf([...of.rate.values()]).median),
        String(of.rate.size),
      ]),
    ];
  });
  return [title, row(HEADINGS), ...rows, ''];
}

const bytes = (size: number): string => (size % 1024 === 0 ? `${size / 1024} KiB` : `${size} B`);

/** Writes the tables of the codecs and of the guard. */
export function codecTables(results: CodecResults): string[] {
  return [...results].flatMap(([size, measured]) => [
    ...table(
      `Codec alone, mint and verify, ${bytes(size)}`,
      measured,
      Object.values(CODECS),
      CODECS.official,
    ),
    ...table(
      `Whole guard with all claims, mint and verify, ${bytes(size)}`,
      measured,
      Object.values(GUARDS),
      GUARDS.official,
    ),
  ]);
}

/** Writes the tables of the round trips. */
export function roundTripTables({ against, growth }: RoundTripResults): string[] {
  const lines: string[] = [];
  for (const [inFlight, byComponents] of against) {
    for (const [components, results] of byComponents) {
      const what = `Round trips, ${components} component${components === 1 ? '' : 's'}, ${inFlight} in flight`;
      lines.push(...table(what, results, Object.keys(SERVERS), HOISTED));
    }
  }
  for (const [inFlight, results] of growth) {
    for (const server of [OURS.hmac, OURS.aead]) {
      const [one, thousand] = [grown(server, 1), grown(server, 1000)];
      lines.push(
        ...table(
          `Round trips, growth from 1 to 1000 components, ${inFlight} in flight`,
          results,
          [one, thousand],
          one,
        ),
      );
    }
  }
  return lines;
}

/** Writes the tables of the lists. */
export function listTables(results: ListResults): string[] {
  return [...results].flatMap(([components, measured]) =>
    table(
      `tools/list, ${components} component${components === 1 ? '' : 's'}`,
      measured,
      LISTING,
      HOISTED,
    ),
  );
}

/** Writes what was promised, and whether it holds in this run. */
export function checkLines(checks: readonly Check[]): string[] {
  const lines = checks.map(({ what, bound, target, measured, holds }) => {
    const told = `${figure(measured.median)} (${figure(measured.lower)} to ${figure(measured.upper)})`;
    return `${holds ? 'holds ' : 'MISSED'}  ${what.padEnd(66)} ${bound} ${figure(target)}, measured ${told}`;
  });
  const held = checks.filter(({ holds }) => holds).length;
  return [
    'What is promised, medians of paired repeats (middle half)',
    ...lines,
    '',
    `bench: ${held} of ${checks.length} hold in this run`,
  ];
}
