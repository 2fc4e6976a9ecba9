import { randomBytes } from 'node:crypto';
import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import { roundTrip } from './client.js';
import { type Contestant, interleaved, type Results, type Schedule } from './interleave.js';
import { countersignPeer } from './peers/countersign.js';
import { lowLevelServer } from './peers/low-level-server.js';
import { documentedMcpServer, hoistedMcpServer } from './peers/mcp-server.js';
import { type Peer, toolName } from './peers/peer.js';
import { assertSameWork } from './same-work.js';

export const COMPONENTS = [1, 10, 100, 1000] as const;
export type Components = (typeof COMPONENTS)[number];
export const IN_FLIGHT = [1, 16] as const;
export type InFlight = (typeof IN_FLIGHT)[number];

export const SERVERS = {
  documented: 'McpServer, as documented',
  hoisted: 'McpServer, schemas hoisted',
  lowLevel: 'low-level Server',
  hmac: 'ours, HMAC',
  aead: 'ours, XChaCha20',
} as const;

/** How one of ours is called where its two extremes are measured side by side. */
export const growth = (server: string, components: number): string => `${server}, ${components} components`;

/** Tools that take turns in being called: more would only measure how cold their schemas are. */
const CALLED = 8;

export interface RoundTripResults {
  /** Every server at one number of components, against each other. */
  readonly against: ReadonlyMap<InFlight, ReadonlyMap<Components, Results>>;
  /** Ours at 1 and at 1000 components, against each other. */
  readonly growth: ReadonlyMap<InFlight, Results>;
}

export interface RoundTripSchedule {
  /** For the numbers that something is promised of, and for the others. */
  readonly promised: Schedule;
  readonly other: Schedule;
}

/** Measures round trips through `fetch`, in-process, of ours and of the official servers. */
export async function measureRoundTrips({ promised, other }: RoundTripSchedule): Promise<RoundTripResults> {
  const served = new Map(COMPONENTS.map((components) => [components, peers(components)]));
  for (const [components, servers] of served) for (const peer of servers) await assertSameWork(peer, toolName(components - 1));

  const against = new Map<InFlight, Map<Components, Results>>();
  const grown = new Map<InFlight, Results>();
  for (const inFlight of IN_FLIGHT) {
    const results = new Map<Components, Results>();
    for (const [components, servers] of served) {
      const contestants = servers.map((peer) => contestant(peer.name, peer, components, inFlight));
      results.set(components, await interleaved(contestants, components === 10 ? promised : other));
    }
    against.set(inFlight, results);
    const extremes = ([1, 1000] as const).flatMap((components) =>
      (served.get(components) ?? [])
        .filter(({ name }) => name === SERVERS.hmac || name === SERVERS.aead)
        .map((peer) => contestant(growth(peer.name, components), peer, components, inFlight)),
    );
    grown.set(inFlight, await interleaved(extremes, promised));
  }
  for (const servers of served.values()) for (const peer of servers) await peer.close();
  return { against, growth: grown };
}

function peers(components: number): readonly Peer[] {
  const keys = [randomBytes(32)];
  return [
    documentedMcpServer(SERVERS.documented, components),
    hoistedMcpServer(SERVERS.hoisted, components),
    countersignPeer(SERVERS.hmac, components, hmacCodec({ keys })),
    countersignPeer(SERVERS.aead, components, aeadCodec({ keys })),
    lowLevelServer(SERVERS.lowLevel, components),
  ];
}

function contestant(name: string, peer: Peer, components: number, inFlight: number): Contestant {
  const turns = Math.min(CALLED, components);
  const called = Array.from({ length: turns }, (_, at) => toolName(Math.floor((at * components) / turns)));
  return {
    name,
    least: inFlight,
    async run(times) {
      let started = 0;
      const worker = async () => {
        while (started < times) await roundTrip(peer, called[started++ % called.length] as string);
      };
      await Promise.all(Array.from({ length: inFlight }, worker));
    },
  };
}
