import { interleaved, type Results, type Schedule } from './interleave.js';
import { type Remote, withRemotes } from './remote.js';
import type { ComponentSchedule, Components } from './schedules.js';
import { OURS, SERVERS, type ServerName } from './servers.js';

export const IN_FLIGHT = [1, 16] as const;
export type InFlight = (typeof IN_FLIGHT)[number];

/** How one of ours is called where its two extremes are measured side by side. */
export const grown = (server: ServerName, components: number): string => `${server}, ${components}`;

export interface RoundTripResults {
  /** Every server at one number of components, against each other. */
  readonly against: ReadonlyMap<InFlight, ReadonlyMap<Components, Results>>;
  /** Ours at 1 and at 1000 components, against each other; nothing where that was not asked for. */
  readonly growth: ReadonlyMap<InFlight, Results>;
}

/** Measures round trips through `fetch`, in-process, of ours and of the official servers. */
export async function measureRoundTrips(asked: ComponentSchedule): Promise<RoundTripResults> {
  const { components: counts, promised, other } = asked;
  const against = new Map<InFlight, Map<Components, Results>>(
    IN_FLIGHT.map((inFlight) => [inFlight, new Map()]),
  );
  for (const components of counts) {
    const schedule = components === 10 ? promised : other;
    await withRemotes(
      (Object.keys(SERVERS) as ServerName[]).map((server) => ({ server, components })),
      async (remotes) => {
        for (const inFlight of IN_FLIGHT) {
          const contestants = remotes.map((remote) =>
            remote.contestant({ work: 'round-trip', inFlight }),
          );
          against
            .get(inFlight)
            ?.set(components, await interleaved(contestants, warmed(schedule, inFlight)));
        }
      },
    );
  }

  const growth = new Map<InFlight, Results>();
  if (!asked.growth) return { against, growth };
  const extremes = [OURS.hmac, OURS.aead].flatMap((server) =>
    [1, 1000].map((components) => ({ server, components })),
  );
  await withRemotes(extremes, async (remotes) => {
    for (const inFlight of IN_FLIGHT) {
      const contestants = extremes.map(({ server, components }, at) =>
        (remotes[at] as Remote).contestant(
          { work: 'round-trip', inFlight },
          grown(server, components),
        ),
      );
      growth.set(inFlight, await interleaved(contestants, warmed(promised, inFlight)));
    }
  });
  return { against, growth };
}

/** The schedule of a concurrency: processes that were warmed up for the first one need little more for the next. */
const warmed = (schedule: Schedule, inFlight: InFlight): Schedule =>
  inFlight === IN_FLIGHT[0] ? schedule : { ...schedule, warmUpMs: schedule.warmUpMs / 5 };
