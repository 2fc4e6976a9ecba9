import { interleaved, type Results } from './interleave.js';
import { withRemotes } from './remote.js';
import type { ComponentSchedule, Components } from './schedules.js';
import { OURS, SERVERS, type ServerName } from './servers.js';

/** Every server at one number of components, against each other. */
export type ListResults = ReadonlyMap<Components, Results>;

/** No codec takes part in a list: one of ours stands for all. */
export const LISTING = (Object.keys(SERVERS) as ServerName[]).filter(
  (server) => server !== OURS.aead,
);

/** Measures `tools/list` through `fetch`, in-process, one at a time. */
export async function measureLists({
  components: counts,
  promised,
  other,
}: ComponentSchedule): Promise<ListResults> {
  const results = new Map<Components, Results>();
  for (const components of counts) {
    await withRemotes(
      LISTING.map((server) => ({ server, components })),
      async (remotes) => {
        const contestants = remotes.map((remote) =>
          remote.contestant({ work: 'list', inFlight: 1 }),
        );
        results.set(
          components,
          await interleaved(contestants, components === 100 ? promised : other),
        );
      },
    );
  }
  return results;
}
