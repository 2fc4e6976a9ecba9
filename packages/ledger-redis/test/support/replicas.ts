import { randomUUID } from 'node:crypto';
import { aeadCodec } from '@countersign/codec-aead';
import {
  type CountersignServer,
  createServer,
  type Ledger,
  type ServerEvent,
  type ServerOptions,
} from '@countersign/core';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { redisLedger } from '../../src/index.js';
import { KEYS, payTool } from '../fixtures/pay.mjs';

const silent = () => undefined;

/** One server, with a connection of its own to Redis: by the package `redis` or `ioredis`. */
export async function replica(
  url: string,
  prefix: string,
  by: 'redis' | 'ioredis',
  options: Partial<ServerOptions> & { readonly wrap?: (ledger: Ledger) => Ledger } = {},
) {
  const io =
    by === 'ioredis' ? new Redis(url, { enableOfflineQueue: false, lazyConnect: true }) : undefined;
  const node = by === 'redis' ? createClient({ url, disableOfflineQueue: true }) : undefined;
  io?.on('error', silent);
  node?.on('error', silent);
  await io?.connect();
  await node?.connect();
  const client = io ?? node;
  if (client === undefined) throw new Error('no client');
  const { wrap = (ledger: Ledger) => ledger, ...given } = options;
  const events: ServerEvent[] = [];
  const server: CountersignServer = createServer({
    name: 'payments',
    version: '1',
    components: payTool(client, prefix),
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    onEvent: (event) => events.push(event),
    ...given,
    state: { codec: aeadCodec({ keys: KEYS }), ...given.state },
    ledger: wrap(redisLedger({ client, prefix: `${prefix}ledger:` })),
  });
  const listening = await server.listen();
  return {
    url: listening.url,
    events,
    effects: async () => Number(await client.get(`${prefix}effects`)),
    close: async () => {
      await server.close({ graceMs: 0 });
      io?.disconnect();
      node?.destroy();
    },
  };
}

export const freshPrefix = (): string => `test:${randomUUID()}:`;

export interface Request {
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
}

/** The official client, one request at a time. */
export async function official(url: URL) {
  const client = new Client(
    { name: 'official', version: '1' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  );
  await client.connect(new StreamableHTTPClientTransport(url));
  return {
    call: async (name: string, request: Request = {}) =>
      (await client.callTool(
        { name, arguments: {}, ...request } as never,
        { allowInputRequired: true } as never,
      )) as unknown as Answer,
    close: () => client.close(),
  };
}

export interface Answer {
  readonly requestState?: string;
  readonly isError?: boolean;
  readonly content?: readonly { readonly text: string }[];
}

export const accept = (content: unknown) => ({ action: 'accept', content });
export const textOf = ({ content }: Answer): string | undefined => content?.[0]?.text;
