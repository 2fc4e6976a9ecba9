import type { CountersignServer } from '@countersign/core';
import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { afterEach } from 'vitest';
import { everything } from '../../src/server.js';
import { type Revision, Visitor } from './visitor.js';

const open: { visitor: Visitor; server: CountersignServer }[] = [];

/** Serves everything on a socket of its own, to the official client as of a revision. Both end with the test. */
export async function visit(
  revision: Revision,
  capabilities?: ClientCapabilities,
): Promise<Visitor> {
  const server = everything();
  const { url } = await server.listen();
  const visitor = await Visitor.connect(url, revision, capabilities);
  open.push({ visitor, server });
  return visitor;
}

afterEach(async () => {
  for (const { visitor, server } of open.splice(0)) {
    await visitor.client.close();
    await server.close({ graceMs: 0 });
  }
});
