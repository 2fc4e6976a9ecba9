import type { Era } from '../../events.js';
import { isRecord, type JsonObject, own } from '../../json.js';
import type { Notify } from '../calls/call-context.js';
import type { ComponentMethod, LegConnection, WireAnswer } from '../legacy-bridge.js';
import type { WireError } from '../results/outcome.js';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isSpecType,
  type McpServer,
  ProtocolError,
  SERVER_INFO_META_KEY,
  Server,
  type ServerContext,
  type StandardSchemaV1,
} from '../sdk.js';
import type { ListMethod } from '../surface/catalog.js';
import type { Received, ReceivedCall, Sender, Surface } from '../surface/surface.js';
import { type LogLevel, PER_REQUEST, perConnection } from './log-level.js';
import { questionFor, resultFor, UNSAID_REVISION } from './older-clients.js';
import { carried } from './param-headers.js';

type Params = Readonly<Record<string, unknown>>;

/**
 * Takes params as they came. The SDK's own schemas would drop unknown members and word the errors, at the price of one more
 * parse; the methods' own checks are in the dispatcher.
 */
export const AS_RECEIVED: StandardSchemaV1<unknown, Params> = {
  '~standard': {
    version: 1,
    vendor: 'countersign',
    validate: (value) => ({ value: isRecord(value) ? value : {} }),
  },
};

/** Hears who sends what, on a server that can be told of changes (`liveServer`). */
type Lives = (sender: Sender) => void;

/**
 * Makes the SDK's `Server` for one request (HTTP) or one connection. Costs microseconds; never pooled, since it remembers its client.
 * Changes are announced only where they can arrive: to 2026 clients, which listen by a request of its own, and on connections that last.
 */
export function protocolServer(
  surface: Surface,
  era: Era,
  transport: 'http' | 'stdio',
  lives?: Lives,
): Server {
  return equipped(new Server(surface.info, optionsOf(surface)), surface, { era, transport, lives });
}

/** The same for a 2026 HTTP request whose `Mcp-Param-*` headers have to be compared. */
export function carrierServer(surface: Surface): McpServer {
  const { carrier, server } = carried(surface.mirrored, surface.info, optionsOf(surface));
  equipped(server, surface, { era: '2026', transport: 'http', lives: undefined });
  return carrier;
}

const optionsOf = ({ instructions, cacheHints }: Surface) => ({
  cacheHints: { ...cacheHints },
  ...(instructions !== undefined && { instructions }),
  inputRequired: { legacyShim: false },
});

interface Connection {
  readonly era: Era;
  readonly transport: 'http' | 'stdio';
  readonly lives: Lives | undefined;
}

/** One server of the SDK, and who is at its other end. */
interface Peer extends Connection {
  readonly server: Server;
  readonly logLevel: LogLevel;
}

function equipped(server: Server, surface: Surface, connection: Connection): Server {
  const { kinds, complete } = surface;
  const { era, transport, lives } = connection;
  const listChanged = (era === '2026' || lives !== undefined) && { listChanged: true };
  server.registerCapabilities({
    logging: {},
    ...(kinds.tools && { tools: { ...listChanged } }),
    ...(kinds.prompts && { prompts: { ...listChanged } }),
    ...(kinds.resources && {
      resources: { ...listChanged, ...(listChanged && { subscribe: true }) },
    }),
    ...(complete !== undefined && { completions: {} }),
  });
  const peer: Peer = {
    ...connection,
    server,
    logLevel: era === '2025' ? perConnection(server, AS_RECEIVED) : PER_REQUEST,
  };
  const list = (method: ListMethod) =>
    server.setRequestHandler(method, { params: AS_RECEIVED }, ({ cursor }, ctx) => {
      const sender = senderOf(ctx, era, transport);
      lives?.(sender);
      const answer = surface.list(method, cursor, sender);
      if ('error' in answer) throw thrown(answer.error);
      return signed(surface, era, answer.result);
    });
  const component = (method: ComponentMethod) =>
    server.setRequestHandler(method, { params: AS_RECEIVED }, async (params, ctx) => {
      const call = receivedCall(method, params, ctx, peer);
      lives?.(senderOf(ctx, era, transport)); // not the call: what hears it keeps it
      const result = resultOf(server, surface, call, await surface.call(call));
      return signed(
        surface,
        era,
        era === '2025' ? resultFor(revisionOf(server, ctx), result) : result,
      );
    });
  if (kinds.tools) {
    list('tools/list');
    component('tools/call');
  }
  if (kinds.prompts) {
    list('prompts/list');
    component('prompts/get');
  }
  if (kinds.resources) {
    list('resources/list');
    list('resources/templates/list');
    component('resources/read');
  }
  if (complete !== undefined) {
    server.setRequestHandler(
      'completion/complete',
      { params: AS_RECEIVED },
      async (params, ctx) => {
        lives?.(senderOf(ctx, era, transport));
        const answer = await complete(received(params, ctx, peer));
        if ('error' in answer) throw thrown(answer.error);
        return signed(surface, era, answer.result) as { completion: { values: string[] } };
      },
    );
  }
  server.onerror = surface.report;
  return server;
}

/** Says whose result it is, in fewer words than the SDK where the server's own images are written out. */
const signed = (
  { info, brief }: Surface,
  era: Era,
  result: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  if (era === '2025' || brief === info) return { ...result };
  const meta = isRecord(result._meta) ? result._meta : {};
  return { ...result, _meta: { [SERVER_INFO_META_KEY]: brief, ...meta } };
};

export const thrown = ({ code, message, data }: WireError): ProtocolError =>
  new ProtocolError(code, message, data);

export const senderOf = (ctx: ServerContext, era: Era, transport: 'http' | 'stdio'): Sender => ({
  token: ctx.http?.authInfo,
  transport,
  era,
});

function receivedCall(
  method: ComponentMethod,
  params: Params,
  ctx: ServerContext,
  peer: Peer,
): ReceivedCall {
  // A 2025 client's own params carry no answers and no state: whoever put them there is not the protocol.
  const retry = peer.era === '2026';
  const state = retry ? ctx.mcpReq.requestState() : undefined;
  return {
    ...received(params, ctx, peer),
    method,
    state: typeof state === 'string' ? state : undefined,
    responses: retry ? answersOf(ctx) : undefined,
    send: sender(ctx, revisionOf(peer.server, ctx)),
  };
}

function received(
  params: Params,
  ctx: ServerContext,
  { server, era, transport, logLevel }: Peer,
): Received {
  const { envelope } = ctx.mcpReq;
  const modern = era === '2026';
  const declared = modern
    ? own(envelope ?? {}, CLIENT_CAPABILITIES_META_KEY)
    : server.getClientCapabilities();
  const info = modern ? own(envelope ?? {}, CLIENT_INFO_META_KEY) : server.getClientVersion();
  return {
    params,
    ...senderOf(ctx, era, transport),
    id: ctx.mcpReq.id,
    signal: ctx.mcpReq.signal,
    capabilities: isRecord(declared) ? (declared as JsonObject) : {},
    client: isRecord(info)
      ? {
          ...(typeof info.name === 'string' && { name: info.name }),
          ...(typeof info.version === 'string' && { version: info.version }),
        }
      : {},
    notify: notifier(ctx, logLevel),
  };
}

/** The longest that a timer of the platform can wait; the SDK knows no request without a time-out. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** What the client speaks. Served without an `initialize`, it may say so by a header. */
const revisionOf = (server: Server, { http }: ServerContext): string =>
  server.getNegotiatedProtocolVersion() ??
  (http === undefined ? LATEST : http.req?.headers.get('mcp-protocol-version')) ??
  UNSAID_REVISION;
const LATEST = '2025-11-25';

/** Questions go out by `ctx.mcpReq.send`, which alone relates them to the call's own stream (spec 2025-11-25: basic/transports). */
function sender(ctx: ServerContext, revision: string): LegConnection['send'] {
  return async (ask, { signal, progressed }) => {
    const { method, params } = questionFor(revision, ask);
    try {
      // With a schema that takes everything: the SDK's own would turn a misfitting answer into a lost question.
      const answer = await ctx.mcpReq.send({ method, params: { ...params } }, AS_RECEIVED, {
        timeout: LONGEST_TIMER,
        resetTimeoutOnProgress: true,
        onprogress: progressed,
        signal,
      });
      return { kind: 'answered', answer };
    } catch (error) {
      return error instanceof ProtocolError
        ? { kind: 'refused', code: error.code }
        : { kind: 'lost' };
    }
  };
}

/**
 * A null-prototype copy of the answers' own entries: the SDK assigns keys as they come, `__proto__` included. Entries that it
 * set aside as malformed come back as null, since a malformed answer and none at all are different things (R5).
 */
function answersOf(ctx: ServerContext): Record<string, unknown> | undefined {
  const { inputResponses, droppedInputResponseKeys } = ctx.mcpReq;
  if (inputResponses === undefined) return undefined;
  const answers: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(inputResponses)) answers[key] = inputResponses[key];
  for (const key of droppedInputResponseKeys ?? []) answers[key] = null;
  return answers;
}

function notifier(ctx: ServerContext, logLevel: LogLevel): Notify {
  const dropped = () => undefined;
  return (method, params) => {
    // `log` applies the level that the client asked for; nothing is sent to one that asked for none.
    if (method !== 'notifications/message')
      ctx.mcpReq.notify({ method, params: { ...params } }).catch(dropped);
    else if (logLevel.lets(params.level))
      ctx.mcpReq.log(params.level as 'info', params.data, params.logger as string).catch(dropped);
  };
}

function resultOf(
  server: Server,
  surface: Surface,
  call: ReceivedCall,
  answer: WireAnswer,
): Record<string, unknown> {
  if ('error' in answer) throw thrown(answer.error);
  const { result } = answer;
  if (
    call.era === '2026' ||
    result.structuredContent === undefined ||
    !isSpecType.CallToolResult(result)
  )
    return { ...result };
  return server.projectCallToolResult(
    { ...result, content: result.content ?? [] },
    surface.outputSchema(call.params.name),
  );
}
