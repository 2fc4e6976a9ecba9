import type { Era } from '../events.js';
import { isRecord, type JsonObject, own } from '../json.js';
import type { Notify } from './call-context.js';
import type { ComponentMethod, LegConnection, WireAnswer } from './legacy-bridge.js';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isSpecType,
  ProtocolError,
  Server,
  type ServerContext,
  type StandardSchemaV1,
} from './sdk.js';
import type { ReceivedCall, Surface } from './surface.js';

type Params = Readonly<Record<string, unknown>>;

/**
 * Takes params as they came. The SDK's own schemas would drop unknown members and word the errors, at the price of one more
 * parse; the methods' own checks are in the dispatcher.
 */
const AS_RECEIVED: StandardSchemaV1<unknown, Params> = {
  '~standard': { version: 1, vendor: 'countersign', validate: (value) => ({ value: isRecord(value) ? value : {} }) },
};

const LIST_METHODS = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
} as const;

/** Makes the SDK's `Server` for one request (HTTP) or one connection (stdio). Costs microseconds; never pooled, since it remembers its client. */
export function protocolServer(surface: Surface, era: Era, transport: 'http' | 'stdio'): Server {
  const { tools, prompts, resources, templates } = surface;
  const hasResources = resources.length + templates.length > 0;
  const server = new Server(surface.info, {
    capabilities: {
      logging: {},
      ...(tools.length > 0 && { tools: {} }),
      ...(prompts.length > 0 && { prompts: {} }),
      ...(hasResources && { resources: {} }),
    },
    ...(surface.instructions !== undefined && { instructions: surface.instructions }),
    inputRequired: { legacyShim: false },
  });
  const list = (method: keyof typeof LIST_METHODS, items: readonly JsonObject[]) =>
    server.setRequestHandler(method, { params: AS_RECEIVED }, ({ cursor }) => {
      if (cursor !== undefined) throw new ProtocolError(-32_602, 'Unknown cursor: every list is one page');
      return { [LIST_METHODS[method]]: items };
    });
  const component = (method: ComponentMethod) =>
    server.setRequestHandler(method, { params: AS_RECEIVED }, async (params, ctx) => {
      const call = received(method, params, ctx, server, era, transport);
      return resultOf(server, surface, call, await surface.call(call));
    });
  if (tools.length > 0) {
    list('tools/list', tools);
    component('tools/call');
  }
  if (prompts.length > 0) {
    list('prompts/list', prompts);
    component('prompts/get');
  }
  if (hasResources) {
    list('resources/list', resources);
    list('resources/templates/list', templates);
    component('resources/read');
  }
  server.onerror = surface.report;
  return server;
}

function received(
  method: ComponentMethod,
  params: Params,
  ctx: ServerContext,
  server: Server,
  era: Era,
  transport: 'http' | 'stdio',
): ReceivedCall {
  const { envelope } = ctx.mcpReq;
  // A 2025 client's own params carry no answers and no state: whoever put them there is not the protocol.
  const retry = era === '2026';
  const declared = retry ? own(envelope ?? {}, CLIENT_CAPABILITIES_META_KEY) : server.getClientCapabilities();
  const info = retry ? own(envelope ?? {}, CLIENT_INFO_META_KEY) : server.getClientVersion();
  const state = retry ? ctx.mcpReq.requestState() : undefined;
  return {
    method,
    params,
    era,
    transport,
    id: ctx.mcpReq.id,
    token: ctx.http?.authInfo,
    signal: ctx.mcpReq.signal,
    capabilities: isRecord(declared) ? (declared as JsonObject) : {},
    client: isRecord(info)
      ? { ...(typeof info.name === 'string' && { name: info.name }), ...(typeof info.version === 'string' && { version: info.version }) }
      : {},
    state: typeof state === 'string' ? state : undefined,
    responses: retry ? answersOf(ctx) : undefined,
    notify: notifier(ctx),
    send: sender(ctx),
  };
}

/** The longest that a timer of the platform can wait; the SDK knows no request without a time-out. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Questions go out by `ctx.mcpReq.send`, which alone relates them to the call's own stream (spec 2025-11-25: basic/transports). */
function sender(ctx: ServerContext): LegConnection['send'] {
  return async ({ method, params }, { signal, progressed }) => {
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
      return error instanceof ProtocolError ? { kind: 'refused', code: error.code } : { kind: 'lost' };
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

function notifier(ctx: ServerContext): Notify {
  const dropped = () => undefined;
  return (method, params) => {
    // `log` applies the level that the client asked for; nothing is sent to one that asked for none.
    if (method === 'notifications/message') ctx.mcpReq.log(params.level as 'info', params.data, params.logger as string).catch(dropped);
    else ctx.mcpReq.notify({ method, params: { ...params } }).catch(dropped);
  };
}

function resultOf(server: Server, surface: Surface, call: ReceivedCall, answer: WireAnswer): Record<string, unknown> {
  if ('error' in answer) throw new ProtocolError(answer.error.code, answer.error.message, answer.error.data);
  const { result } = answer;
  if (call.era === '2026' || result.structuredContent === undefined || !isSpecType.CallToolResult(result)) return { ...result };
  const listing = surface.tools.find((tool) => tool.name === call.params.name);
  const schema = listing && own(listing, 'outputSchema');
  return server.projectCallToolResult({ ...result, content: result.content ?? [] }, isRecord(schema) ? schema : undefined);
}
