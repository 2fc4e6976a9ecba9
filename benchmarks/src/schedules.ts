import type { Schedule } from './interleave.js';
import type { RoundTripSchedule } from './round-trip.js';

interface Schedules {
  readonly codec: Schedule;
  readonly roundTrip: RoundTripSchedule;
}

/** How much is measured: under three minutes in full, under 40 seconds quickly, on a busy machine too. */
export const SCHEDULES: { readonly full: Schedules; readonly quick: Schedules } = {
  full: {
    codec: { sliceMs: 5, warmUpMs: 1000, repeats: 150, maxMs: 5000, overtimeMs: 5000 },
    roundTrip: {
      components: [1, 10, 100, 1000],
      promised: { sliceMs: 15, warmUpMs: 12_000, repeats: 150, maxMs: 10_000, overtimeMs: 4000 },
      other: { sliceMs: 15, warmUpMs: 2500, repeats: 30, maxMs: 2500, overtimeMs: 1000 },
    },
  },
  quick: {
    codec: { sliceMs: 5, warmUpMs: 300, repeats: 30, maxMs: 1500, overtimeMs: 2000 },
    roundTrip: {
      components: [10],
      promised: { sliceMs: 15, warmUpMs: 2500, repeats: 30, maxMs: 2500, overtimeMs: 1000 },
      other: { sliceMs: 15, warmUpMs: 500, repeats: 5, maxMs: 500, overtimeMs: 100 },
    },
  },
};
