import { randomBytes } from 'node:crypto';
import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import {
  type CountersignServer,
  createServer,
  type ServerEvent,
  type StateCodec,
} from '@countersign/core';
import type { Random } from '../shared/random.js';
import { CHANGES } from './changes.js';
import { connect, type Shopper } from './client.js';
import { type FlowReport, judge } from './flow.js';
import type { Change, Version } from './order.js';
import { alternating, byChance, once, type Route } from './routes.js';

export const WAYS = ['old to new', 'new to old', 'to and fro', 'by chance'] as const;
export type Way = (typeof WAYS)[number];

/** The flows of one change on one way, over both codecs. */
export interface Row {
  readonly change: Change;
  readonly way: Way;
  readonly flows: readonly FlowReport[];
}

export interface DrillOptions {
  /** Flows for each change, way, codec, and round in which the version changes. */
  readonly flows: number;
  /** … and routes by chance, for each of them. */
  readonly routes: number;
  /** For the way by chance. */
  readonly random: Random;
}

/** Rounds after which a deploy passes by: the three of a flow that ask. */
const CUTS = [1, 2, 3];
function routesOf({ routes, random }: DrillOptions): Readonly<Record<Way, readonly Route[]>> {
  return {
    'old to new': CUTS.map((rounds) => once('old', rounds)),
    'new to old': CUTS.map((rounds) => once('new', rounds)),
    'to and fro': [alternating('old'), alternating('new')],
    'by chance': Array.from({ length: routes }, () => byChance(random)),
  };
}

/** Both codecs with keys of this drill; each call makes the codec of one replica. */
function codecs(): readonly (() => StateCodec)[] {
  const keys = [randomBytes(32)];
  return [() => aeadCodec({ keys }), () => hmacCodec({ keys })];
}

/** Lets both versions of every change serve side by side, and sends the rounds of flows to one and the other. */
export async function runDeploys(options: DrillOptions): Promise<readonly Row[]> {
  const rows = new Map<string, { change: Change; way: Way; flows: FlowReport[] }>();
  for (const change of CHANGES)
    for (const way of WAYS) rows.set(`${change.name} ${way}`, { change, way, flows: [] });
  let number = 0;
  for (const change of CHANGES) {
    for (const codec of codecs()) {
      await sideBySide(change, codec, async (shopper, told) => {
        for (let repeat = 0; repeat < options.flows; repeat++) {
          for (const [way, routes] of Object.entries(routesOf(options))) {
            for (const route of routes) {
              const item = `item-${++number}`;
              const seen = await shopper.order(item, route);
              rows
                .get(`${change.name} ${way}`)
                ?.flows.push(judge(change, item, seen, told.splice(0)));
            }
          }
        }
      });
    }
  }
  return [...rows.values()];
}

/** Serves the two versions of a change, with the same keys, for as long as the work takes. */
async function sideBySide(
  change: Change,
  codec: () => StateCodec,
  work: (shopper: Shopper, told: ServerEvent[]) => Promise<void>,
): Promise<void> {
  const told: ServerEvent[] = [];
  const serve = (version: Version): CountersignServer =>
    createServer({
      name: 'shop',
      version: version === 'old' ? '1.0.0' : '2.0.0',
      components: [change[version]],
      state: { codec: codec() },
      onEvent: (event) => told.push(event),
      // A flow that ends at a limit is logged as a warning; here that is counted.
      logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    });
  const servers = { old: serve('old'), new: serve('new') };
  try {
    const [before, after] = await Promise.all([servers.old.listen(), servers.new.listen()]);
    const shopper = await connect({ old: before.url, new: after.url });
    told.splice(0);
    await work(shopper, told).finally(() => shopper.close());
  } finally {
    await Promise.all([servers.old.close(), servers.new.close()]);
  }
}

const quiet = () => undefined;
