import type { Series } from './stats.js';

/** What a number of operations took. */
export interface Slice {
  readonly ms: number;
  /** Microseconds of CPU, user and system: all threads of the process that did the work. */
  readonly cpu: number;
}

/** Something to be measured. */
export interface Contestant {
  readonly name: string;
  /** The least operations that make a sensible slice. */
  readonly least: number;
  /** Runs the operation that many times. */
  run(times: number): Promise<Slice>;
}

/** Measures what this process does. */
export async function timed(work: () => Promise<void>): Promise<Slice> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { ms, cpu: user + system };
}

export interface Schedule {
  /** Milliseconds that one slice should take. */
  readonly sliceMs: number;
  /** Milliseconds that all contestants run, at once, before anything counts: the compiler has to settle. */
  readonly warmUpMs: number;
  readonly repeats: number;
  /** Milliseconds after which no further repeat begins. */
  readonly maxMs: number;
  /** Milliseconds of one contestant beyond its slices, after which it takes part in no more repeats. */
  readonly overtimeMs: number;
}

/** What one contestant did, repeat by repeat. */
export interface Measured {
  /** Operations per second. */
  readonly rate: Series;
  /** Microseconds of CPU per operation. */
  readonly cpu: Series;
}

/** What a series of contestants did, by name. */
export type Results = ReadonlyMap<string, Measured>;

interface Lane {
  readonly contestant: Contestant;
  readonly rate: Map<number, number>;
  readonly cpu: Map<number, number>;
  times: number;
  overtimeMs: number;
}

/**
 * Measures contestants in turn, a short slice of each per repeat (A B C A B C …), back and forth so that none is always the
 * first after another. On a machine with noisy neighbours, only what ran within the same moment compares.
 */
export async function interleaved(
  contestants: readonly Contestant[],
  schedule: Schedule,
): Promise<Results> {
  const lanes = contestants.map(
    (contestant): Lane => ({
      contestant,
      rate: new Map(),
      cpu: new Map(),
      times: contestant.least,
      overtimeMs: 0,
    }),
  );
  const quickest = await Promise.all(lanes.map((lane) => warmUp(lane, schedule)));
  // What cannot do its least within many slices needs no calibration, and has no time for it.
  for (const [at, lane] of lanes.entries())
    if ((quickest[at] as number) < schedule.sliceMs * 10) await calibrate(lane, schedule);
  const end = performance.now() + schedule.maxMs;
  for (
    let repeat = 0;
    repeat < schedule.repeats && (repeat === 0 || performance.now() < end);
    repeat++
  ) {
    for (const lane of repeat % 2 === 0 ? lanes : lanes.toReversed()) {
      if (lane.overtimeMs > schedule.overtimeMs) continue;
      const { ms, cpu } = await lane.contestant.run(lane.times);
      lane.rate.set(repeat, (lane.times * 1000) / ms);
      lane.cpu.set(repeat, cpu / lane.times);
      lane.overtimeMs += Math.max(0, ms - schedule.sliceMs * 4);
    }
  }
  return new Map(lanes.map(({ contestant, rate, cpu }) => [contestant.name, { rate, cpu }]));
}

const CALIBRATION_SLICES = 4;

/** Runs until the compiler has settled; tells the milliseconds of the quickest slice. */
async function warmUp({ contestant }: Lane, { sliceMs, warmUpMs }: Schedule): Promise<number> {
  const end = performance.now() + warmUpMs;
  let times = contestant.least;
  let quickest = Number.POSITIVE_INFINITY;
  do {
    const { ms } = await contestant.run(times);
    quickest = Math.min(quickest, ms);
    if (ms < sliceMs) times *= 2;
  } while (performance.now() < end);
  return quickest;
}

/**
 * Finds out how many operations fill a slice, by the fastest slice seen: a slow one met the garbage collector or a neighbour.
 * The number stays the same from then on.
 */
async function calibrate(lane: Lane, { sliceMs }: Schedule): Promise<void> {
  const { contestant } = lane;
  let fastest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < CALIBRATION_SLICES; at++) {
    const { ms } = await contestant.run(lane.times);
    fastest = Math.min(fastest, ms / lane.times);
    lane.times = Math.max(contestant.least, Math.round(sliceMs / fastest));
  }
}
