import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { aeadCodec } from '@countersign/codec-aead';
import {
  createServer,
  principalClaims,
  type StateOptions,
  type TokenVerifier,
} from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { Approvals } from './approvals.js';
import { Bank } from './bank.js';
import { pages } from './pages.js';
import { Pay, type Waiting } from './pay.js';

const ISSUER = 'https://login.example';

/** A toy, as the sign-in page is: a token is the name of its user. docs/auth.md has a real one. */
const verifier: TokenVerifier = {
  verifyAccessToken: async (name) => ({
    token: name,
    clientId: 'story',
    scopes: [],
    expiresAt: Date.now() / 1000 + 600,
    extra: principalClaims({ iss: ISSUER, sub: name }),
  }),
};

export interface PaymentsOptions {
  /** Milliseconds between two looks. Ten or twenty seconds where people are waited for; the story has no time. */
  readonly everyMs: number;
  readonly state?: Partial<StateOptions>;
}

/** The server, its pages and its bank, each at a port of this machine. */
export async function payments({ everyMs, state }: PaymentsOptions) {
  const approvals = new Approvals();
  const bank = new Bank();
  const webhookSecret = randomBytes(32).toString('base64url');
  const site = pages({
    server: { openTicket: (ticket, user) => server.openTicket(ticket, user) },
    approvals,
    bank,
    issuer: ISSUER,
    webhookSecret,
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const waiting: Waiting = { pages: base, everyMs };
  const server = createServer({
    name: 'payments',
    version: '1.0.0',
    components: [Pay],
    providers: [
      { token: Approvals, useValue: approvals },
      { token: Bank, useValue: bank },
      { token: 'waiting', useValue: waiting },
    ],
    auth: { verifier },
    state: { codec: aeadCodec({ keys: [randomBytes(32)] }), ...state },
    legacy: legacyShim(),
    logger: {
      debug() {},
      info() {},
      warn: () => undefined,
      error: (fields, message) => console.error(message, fields),
    },
  });
  const { url } = await server.listen();
  return {
    url,
    approvals,
    bank,
    /** What the bank does when a payment is carried out. */
    callBack: (payment: string, secret = webhookSecret) =>
      fetch(`${base}/cleared/${payment}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}` },
      }),
    close: async () => {
      await server.close();
      site.close();
      site.closeAllConnections();
    },
  };
}
