import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import { keysFromEnv, type ServerEvent } from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { type Deployment, Releases } from './releases.js';
import { releaseService } from './service.js';
import { tokenVerifier } from './tokens.js';

// One replica, a process of its own. It shares nothing with the others but what its environment says: above all, the key.

/** What a replica tells the demo that started it. */
export type FromReplica =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'event'; readonly event: ServerEvent }
  | { readonly type: 'deployments'; readonly deployments: readonly Deployment[] };

/** The environment of a replica. */
export interface ReplicaSettings {
  readonly CODEC: 'aead' | 'hmac';
  /** Keys, base64url, the sealing one first. */
  readonly STATE_KEYS: string;
  /** Differs between production and staging. */
  readonly AUDIENCE: string;
  readonly TTL_SECONDS: string;
  /** How clients of 2025 are served: by sessions, or each request on its own, as any replica may get it. */
  readonly LEGACY: 'sessions' | 'stateless';
  /** What access tokens are signed with, base64url. */
  readonly TOKEN_SECRET: string;
}

const { CODEC, AUDIENCE, TTL_SECONDS, LEGACY, TOKEN_SECRET } =
  process.env as unknown as ReplicaSettings;
const keys = keysFromEnv('STATE_KEYS');
const releases = new Releases();
const tell = (message: FromReplica) => process.send?.(message);
const quiet = () => undefined;

const server = releaseService(
  {
    state: {
      codec: CODEC === 'hmac' ? hmacCodec({ keys }) : aeadCodec({ keys }),
      audience: AUDIENCE,
      ttlSeconds: Number(TTL_SECONDS),
    },
    legacy: legacyShim(LEGACY === 'stateless' ? { sessions: false } : {}),
    auth: { verifier: tokenVerifier(Buffer.from(TOKEN_SECRET, 'base64url')) },
    onEvent: (event) => tell({ type: 'event', event }),
    // The demo prints the events; the warnings of the default logger would say the same again.
    logger: { debug: quiet, info: quiet, warn: quiet, error: console.error },
  },
  releases,
);

const { url } = await server.listen();
tell({ type: 'listening', url: url.href });

// The channel keeps its order: whoever has this answer has every event before it.
process.on('message', () => tell({ type: 'deployments', deployments: releases.deployments }));
process.once('disconnect', () => server.close({ graceMs: 0 }).finally(() => process.exit()));
