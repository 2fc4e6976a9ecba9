import type { Schedule } from './interleave.js';

/** Numbers of components that a server may have here. */
export const COMPONENTS = [1, 10, 100, 1000] as const;
export type Components = (typeof COMPONENTS)[number];

/** What is measured at several numbers of components. */
export interface ComponentSchedule {
  /** Numbers of components at which the servers are measured against each other. */
  readonly components: readonly Components[];
  /** Whether ours is also measured against itself, from 1 component to 1000. */
  readonly growth: boolean;
  /** For the numbers that something is promised of, and for the others. */
  readonly promised: Schedule;
  readonly other: Schedule;
}

interface Schedules {
  readonly codec: Schedule;
  readonly roundTrip: ComponentSchedule;
  readonly lists: ComponentSchedule;
}

/** The same for other numbers of components. */
export const scheduledAt = (
  schedule: ComponentSchedule,
  components: readonly Components[] | undefined,
): ComponentSchedule =>
  components === undefined
    ? schedule
    : {
        ...schedule,
        components,
        growth: schedule.growth && components.includes(1) && components.includes(1000),
      };

/** How much is measured: about four minutes in full, about one quickly, on a busy machine too. */
export const SCHEDULES: { readonly full: Schedules; readonly quick: Schedules } = {
  full: {
    codec: { sliceMs: 5, warmUpMs: 1000, repeats: 150, maxMs: 5000, overtimeMs: 5000 },
    roundTrip: {
      components: COMPONENTS,
      growth: true,
      promised: { sliceMs: 15, warmUpMs: 12_000, repeats: 150, maxMs: 10_000, overtimeMs: 4000 },
      other: { sliceMs: 15, warmUpMs: 2500, repeats: 30, maxMs: 2500, overtimeMs: 1000 },
    },
    lists: {
      components: COMPONENTS,
      growth: false,
      promised: { sliceMs: 15, warmUpMs: 4000, repeats: 60, maxMs: 4000, overtimeMs: 2000 },
      other: { sliceMs: 15, warmUpMs: 1500, repeats: 30, maxMs: 2000, overtimeMs: 1000 },
    },
  },
  quick: {
    codec: { sliceMs: 5, warmUpMs: 300, repeats: 30, maxMs: 1500, overtimeMs: 2000 },
    roundTrip: {
      components: [10],
      growth: true,
      promised: { sliceMs: 15, warmUpMs: 2500, repeats: 30, maxMs: 2500, overtimeMs: 1000 },
      other: { sliceMs: 15, warmUpMs: 500, repeats: 5, maxMs: 500, overtimeMs: 100 },
    },
    lists: {
      components: [100],
      growth: false,
      promised: { sliceMs: 15, warmUpMs: 2500, repeats: 30, maxMs: 2500, overtimeMs: 1000 },
      other: { sliceMs: 15, warmUpMs: 500, repeats: 5, maxMs: 500, overtimeMs: 100 },
    },
  },
};
