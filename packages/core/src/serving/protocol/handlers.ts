import type { Readable, Writable } from 'node:stream';
import type { Era } from '../../events.js';
import {
  createMcpHandler,
  type McpHttpHandler,
  type SdkBus,
  StdioServerTransport,
  serveStdio,
  type Transport,
} from '../sdk.js';
import type { Surface } from '../surface/surface.js';
import { checkedLines, readThrough } from './checked-lines.js';
import type { Incoming, Refusal } from './incoming.js';
import { liveServer } from './live-server.js';
import { needsCarrier } from './param-headers.js';
import { carrierServer, protocolServer } from './protocol-server.js';
import { stdioSubscriptions } from './stdio-subscriptions.js';

/**
 * Makes the HTTP face. `legacy: 'stateless'` also answers 2025 requests, one at a time; `'reject'` leaves them to a bridge.
 * `surfaceOf` tells what a request is served from.
 */
export function httpHandler(
  surface: Surface,
  legacy: 'stateless' | 'reject',
  surfaceOf: (request: Request | undefined) => Surface,
): McpHttpHandler {
  const factory = ({ era, requestInfo }: { era: 'legacy' | 'modern'; requestInfo?: Request }) => {
    const from = surfaceOf(requestInfo);
    if (era === 'modern' && needsCarrier(surface.mirrored, requestInfo?.headers))
      return carrierServer(from);
    return protocolServer(from, era === 'modern' ? '2026' : '2025', 'http');
  };
  return createMcpHandler(factory, { legacy, onerror: surface.report });
}

/** Makes the face of one subscription of a 2026 client: the bus is heard by its stream alone, if one comes of it. */
export const modernHandler = (surface: Surface, bus: SdkBus): McpHttpHandler =>
  createMcpHandler(() => protocolServer(surface, '2026', 'http'), {
    legacy: 'reject',
    bus,
    maxSubscriptions: 1,
    onerror: surface.report,
  });

/** Serves one stdio connection. `incoming` reads every message before the SDK does; `ended` is called once stdin has ended. */
export function stdioHandler(
  surfaces: Readonly<Record<Era, Surface>>,
  streams: { stdin: Readable; stdout: Writable },
  incoming: (message: unknown) => Incoming,
  ended: () => void,
) {
  const lines = checkedLines((refusal) => answer(refusal));
  const wire = new StdioServerTransport(lines, streams.stdout);
  const subscriptions = stdioSubscriptions(surfaces['2026']);
  const transport: Transport = {
    start: () => wire.start(),
    send: (message) => {
      subscriptions.outgoing(message);
      return wire.send(message);
    },
    close: () => wire.close(),
  };
  const answer = (refusal: Refusal | readonly Refusal[]) => {
    for (const one of [refusal].flat())
      wire
        .send(one as Parameters<Transport['send']>[0])
        .catch((error) => transport.onerror?.(error));
  };
  wire.onmessage = (message) => {
    const first = incoming(message);
    const read = 'refusal' in first ? first : subscriptions.incoming(first.message);
    if ('refusal' in read) answer(read.refusal);
    else transport.onmessage?.(read.message as typeof message);
  };
  wire.onerror = (error) => transport.onerror?.(error);
  const unhook = readThrough(streams.stdin, lines, (error) => wire.onerror?.(error));
  wire.onclose = () => {
    unhook();
    transport.onclose?.();
    subscriptions.ended();
    ended();
  };
  const factory = ({ era }: { era: 'legacy' | 'modern' }) => {
    const served = era === 'modern' ? '2026' : '2025';
    return liveServer(surfaces[served], served, 'stdio');
  };
  return serveStdio(factory, { transport, onerror: surfaces['2026'].report });
}
