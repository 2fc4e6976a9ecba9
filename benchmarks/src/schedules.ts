import type { Schedule } from './interleave.js';
import type { RoundTripSchedule } from './round-trip.js';

interface Schedules {
  readonly codec: Schedule;
  readonly roundTrip: RoundTripSchedule;
}

/** How long everything is measured: under three minutes in full, under 40 seconds quickly, on a busy machine too. */
export const SCHEDULES: { readonly full: Schedules; readonly quick: Schedules } = {
  full: {
    codec: { sliceMs: 5, warmUpMs: 150, repeats: 150, maxMs: 8000, overtimeMs: 5000 },
    roundTrip: {
      promised: { sliceMs: 15, warmUpMs: 1200, repeats: 150, maxMs: 16_000, overtimeMs: 5000 },
      other: { sliceMs: 15, warmUpMs: 600, repeats: 30, maxMs: 4000, overtimeMs: 1500 },
    },
  },
  quick: {
    codec: { sliceMs: 5, warmUpMs: 60, repeats: 30, maxMs: 2000, overtimeMs: 2000 },
    roundTrip: {
      promised: { sliceMs: 15, warmUpMs: 500, repeats: 30, maxMs: 3000, overtimeMs: 1000 },
      other: { sliceMs: 15, warmUpMs: 100, repeats: 3, maxMs: 400, overtimeMs: 1 },
    },
  },
};
