import type { Schedule } from './interleave.js';
import type { RoundTripSchedule } from './round-trip.js';

interface Schedules {
  readonly codec: Schedule;
  readonly roundTrip: RoundTripSchedule;
}

/** How long everything is measured: under three minutes in full, under 40 seconds quickly, on a busy machine too. */
export const SCHEDULES: { readonly full: Schedules; readonly quick: Schedules } = {
  full: {
    codec: { sliceMs: 5, repeats: 120, maxMs: 10_000, overtimeMs: 5000 },
    roundTrip: {
      promised: { sliceMs: 15, repeats: 150, maxMs: 17_000, overtimeMs: 5000 },
      other: { sliceMs: 15, repeats: 40, maxMs: 6000, overtimeMs: 2000 },
    },
  },
  quick: {
    codec: { sliceMs: 5, repeats: 30, maxMs: 2500, overtimeMs: 2000 },
    roundTrip: {
      promised: { sliceMs: 15, repeats: 30, maxMs: 3500, overtimeMs: 1000 },
      other: { sliceMs: 15, repeats: 5, maxMs: 1000, overtimeMs: 100 },
    },
  },
};
