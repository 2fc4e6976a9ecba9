import type { StateCodec } from '@countersign/core';
import {
  framedCodecs,
  openFramed,
  requestDigest,
  sealFramed,
  stateGuard,
} from '@countersign/core/internal';
import type { Payload, Sealing } from '../sealing.js';

const MAX_BYTES = 32 * 1024;

/** A codec of ours alone: framing, JSON and strict base64url around it, no claims. */
export function ourCodec(name: string, codec: StateCodec): Sealing<Payload> {
  const codecs = framedCodecs([codec]);
  return {
    name,
    async mint(payload) {
      return sealFramed(codecs[0], 'state', Buffer.from(JSON.stringify(payload)));
    },
    async verify(state) {
      const opened = await openFramed(codecs, 'state', state, MAX_BYTES);
      if (!opened.ok) throw new Error(opened.code);
      return JSON.parse(
        Buffer.from(
          opened.plain.buffer,
          opened.plain.byteOffset,
          opened.plain.byteLength,
        ).toString(),
      ) as Payload;
    },
  };
}

const PRINCIPAL = { issuer: 'https://id.example.com', subject: 'bob', client: 'bench' };
const ARGUMENTS = { env: 'prod' };

interface Sealed {
  readonly flow: string;
  readonly deadline: number;
  readonly payload: Payload;
}

/**
 * Our whole guard: audience, principal, times, lifetime, flow and the digest of the request, which is computed anew by both
 * halves because they belong to two requests. Its flow and deadline come on top of the payload.
 */
export function ourGuard(name: string, codec: StateCodec): Sealing<Payload> {
  const guard = stateGuard<Sealed>({
    codecs: [codec],
    audience: 'bench',
    ttlMs: 600_000,
    maxBytes: MAX_BYTES,
    skewMs: 0,
    now: () => Date.now(),
  });
  const binding = () => ({
    principal: PRINCIPAL,
    request: requestDigest('tools/call', 'deploy', ARGUMENTS),
    lifetime: 'round' as const,
  });
  const deadline = Date.now() + 3_600_000;
  return {
    name,
    async mint(payload) {
      const minted = await guard.mint(
        { flow: 'q83vEjRWeJCrze8SNFZ4kA', deadline, payload },
        binding(),
      );
      if (!minted.ok) throw new Error(minted.code);
      return minted.state;
    },
    async verify(state) {
      const opened = await guard.open(state, binding());
      if (!opened.ok) throw new Error(opened.code);
      return opened.journal.payload;
    },
  };
}
