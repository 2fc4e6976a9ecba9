// One server under test, in a process of its own. Started by `remote.ts`, which sends it the slices it is to run.
import { listTools, roundTrip } from './client.js';
import { timed } from './interleave.js';
import { toolName } from './peers/peer.js';
import { assertSameList, assertSameWork } from './same-work.js';
import { SERVERS, type ServerName } from './servers.js';

/** Tools that take turns in being called: more would only measure how cold their schemas are. */
const CALLED = 8;

/** What the parent asks for. */
export interface Order {
  readonly work: 'round-trip' | 'list';
  readonly times: number;
  readonly inFlight: number;
}

const [name, count] = process.argv.slice(2) as [ServerName, string];
const components = Number(count);
const peer = SERVERS[name](name, components);
await assertSameWork(peer, toolName(components - 1));
await assertSameList(peer, components);

const turns = Math.min(CALLED, components);
const called = Array.from({ length: turns }, (_, at) =>
  toolName(Math.floor((at * components) / turns)),
);

process.on('message', async ({ work, times, inFlight }: Order) => {
  let started = 0;
  const worker = async () => {
    while (started < times) {
      const at = started++;
      await (work === 'list' ? listTools(peer) : roundTrip(peer, called[at % turns] as string));
    }
  };
  const slice = await timed(async () => {
    await Promise.all(Array.from({ length: inFlight }, worker));
  });
  process.send?.(slice);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
