// One replica as a process of its own. Started by `shared/replicas.ts`, which it tells when it listens.
import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import {
  createServer,
  keysFromEnv,
  type Ledger,
  type ServerEvent,
  type StateCodec,
} from '@countersign/core';
import { redisLedger } from '@countersign/ledger-redis';
import { createClient } from 'redis';
import { held } from './held.js';
import { openRecords, type Told } from './records.js';
import type { CodecName, ReplicaSettings } from './settings.js';
import { tools, Works } from './tools.js';
import type { FromReplica, Question } from './words.js';

const settings = JSON.parse(process.env.REPLICA ?? '{}') as ReplicaSettings & {
  readonly port: number;
};
const { name, folder, leaseMs, flowTtlSeconds, port } = settings;
const records = openRecords(folder, name);
const silent = (): void => undefined;

/** As the documentation shows it, but that the keys of all replicas of a drill are in its hand. */
const codecs: Readonly<Record<CodecName, () => StateCodec>> = {
  hmac: () => hmacCodec({ keys: keysFromEnv('hmac', settings.keys) }),
  aead: () => aeadCodec({ keys: keysFromEnv('aead', settings.keys) }),
};

const client = createClient({ url: settings.redis, disableOfflineQueue: true });
client.on('error', silent); // it connects again by itself, and each call that meets the gap is refused
await client.connect();
const shared = redisLedger({ client });
const ledger: Ledger =
  leaseMs === undefined
    ? shared
    : { ...shared, claim: (id, options) => shared.claim(id, { ...options, leaseMs }) };

const COUNTED: ReadonlySet<ServerEvent['type']> = new Set<ServerEvent['type']>([
  'state.refused',
  'state.opened_by_old',
  'ledger.refused',
  'ledger.repeated',
]);

const server = createServer({
  name: 'payments',
  version: '1.0.0',
  components: tools(),
  providers: [{ token: Works, useValue: new Works(records, settings.workMs) }],
  state: { codec: settings.codecs.map((codec) => codecs[codec]()), flowTtlSeconds },
  ledger,
  logger: { debug: silent, info: silent, warn: silent, error: silent },
  onEvent: (event) => {
    if (!COUNTED.has(event.type)) return;
    const told: Told = {
      at: event.at,
      type: event.type,
      ...('code' in event && event.code !== undefined && { code: String(event.code) }),
      ...(event.flow !== undefined && { flow: event.flow }),
    };
    records.told(told);
  },
});

const tell = (what: FromReplica): void => void process.send?.(what);

process.on('message', (question: Question) => {
  // `gc` is there where the process was started with --expose-gc. Twice: what the first frees may hold more.
  const collect = question === 'state after collection' ? globalThis.gc : undefined;
  setImmediate(() => {
    collect?.();
    setImmediate(() => {
      collect?.();
      tell({ heap: process.memoryUsage().heapUsed, held: held(server) });
    });
  });
});
process.once('disconnect', () => process.exit());
await server.listen({ port, drainOn: ['SIGTERM'], beforeExit: () => client.destroy() });
tell('listening');
