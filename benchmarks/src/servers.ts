import { randomBytes } from 'node:crypto';
import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import { countersignPeer } from './peers/countersign.js';
import { lowLevelServer } from './peers/low-level-server.js';
import { documentedMcpServer, hoistedMcpServer } from './peers/mcp-server.js';
import type { Peer } from './peers/peer.js';

/** The servers under test, by name. Each makes one with that many tools. */
export const SERVERS = {
  'McpServer, as documented': documentedMcpServer,
  'McpServer, schemas hoisted': hoistedMcpServer,
  'low-level Server': lowLevelServer,
  'ours, HMAC': (name: string, tools: number) =>
    countersignPeer(name, tools, hmacCodec({ keys: [randomBytes(32)] })),
  'ours, XChaCha20': (name: string, tools: number) =>
    countersignPeer(name, tools, aeadCodec({ keys: [randomBytes(32)] })),
} as const satisfies Record<string, (name: string, tools: number) => Peer>;

export type ServerName = keyof typeof SERVERS;

export const HOISTED: ServerName = 'McpServer, schemas hoisted';
export const OURS = { hmac: 'ours, HMAC', aead: 'ours, XChaCha20' } as const satisfies Record<
  string,
  ServerName
>;
