import { isRecord, type JsonObject } from '../../json.js';
import type { ComponentMethod } from '../legacy-bridge.js';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '../sdk.js';
import { LIST_MEMBERS, type ListMethod } from '../surface/catalog.js';

/** What is left of a recognised request once its envelope and its retry fields are taken out of `params`. Untrusted, as all of it was. */
interface Recognised {
  readonly id: string | number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly capabilities: JsonObject;
  readonly client: { readonly name?: string; readonly version?: string };
  /** Whether the client wants any log messages, of whatever level. */
  readonly wantsLog: boolean;
  readonly state: string | undefined;
  readonly responses: Readonly<Record<string, unknown>> | undefined;
}
export type ComponentRequest = Recognised & { readonly method: ComponentMethod };
export type ListRequest = Recognised & { readonly method: ListMethod };
export type ShortRequest = ComponentRequest | ListRequest;
export const isComponentRequest = (request: ShortRequest): request is ComponentRequest =>
  METHODS.get(request.method)?.name !== undefined;

const VERSION = '2026-07-28';

interface Known {
  readonly method: ShortRequest['method'];
  readonly name?: 'name' | 'uri';
}
/** By method: which parameter `Mcp-Name` mirrors; none for a list. */
const METHODS: ReadonlyMap<unknown, Known> = new Map<unknown, Known>([
  ['tools/call', { method: 'tools/call', name: 'name' }],
  ['prompts/get', { method: 'prompts/get', name: 'name' }],
  ['resources/read', { method: 'resources/read', name: 'uri' }],
  ...(Object.keys(LIST_MEMBERS) as ListMethod[]).map((method): [ListMethod, Known] => [
    method,
    { method },
  ]),
]);

/**
 * Recognises a POST that is beyond doubt: one of revision 2026-07-28, for a component or a page of a list, in which every
 * member is one that we know and is what the specification says, and every header says literally what the body says. `undefined`
 * is no verdict: it leaves the request to the SDK, which alone words what is wrong with it. So this may be stricter than the SDK
 * in anything, and laxer in nothing. `body` must come from `JSON.parse`: only then is every object a plain one.
 */
export function recognise({ headers }: Request, body: unknown): ShortRequest | undefined {
  if (!isRecord(body) || !isRecord(body.params)) return undefined;
  const { id, params } = body;
  const known = METHODS.get(body.method);
  if (known === undefined || body.jsonrpc !== '2.0' || !isId(id) || Object.keys(body).length !== 4)
    return undefined;
  const envelope = isRecord(params._meta) ? readMeta(params._meta) : undefined;
  if (envelope === undefined) return undefined;
  const read = known.name === undefined ? listParams(params) : componentParams(params, known.name);
  if (read === undefined) return undefined;
  if (headers.get('mcp-protocol-version') !== VERSION || headers.get('mcp-method') !== known.method)
    return undefined;
  if (known.name !== undefined && headers.get('mcp-name') !== params[known.name]) return undefined;
  if (envelope.rest !== undefined) read.params._meta = envelope.rest;
  return {
    method: known.method,
    id,
    params: read.params,
    capabilities: envelope.capabilities,
    client: envelope.client,
    wantsLog: envelope.wantsLog,
    state: read.state,
    responses: read.responses,
  } as ShortRequest;
}

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || Number.isSafeInteger(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const absentOr = (is: (value: unknown) => boolean, value: unknown): boolean =>
  value === undefined || is(value);

interface ReadParams {
  readonly params: Record<string, unknown>;
  readonly state: string | undefined;
  readonly responses: Record<string, unknown> | undefined;
}

function listParams(received: Record<string, unknown>): ReadParams | undefined {
  const params: Record<string, unknown> = {};
  for (const key of Object.keys(received)) {
    if (key === 'cursor' && isText(received[key])) params[key] = received[key];
    else if (key !== '_meta') return undefined;
  }
  return { params, state: undefined, responses: undefined };
}

function componentParams(
  received: Record<string, unknown>,
  name: 'name' | 'uri',
): ReadParams | undefined {
  const params: Record<string, unknown> = {};
  let state: string | undefined;
  let responses: Record<string, unknown> | undefined;
  for (const key of Object.keys(received)) {
    const value = received[key];
    if (key === name) {
      // What looks like the sentinel of an encoded header is read as one (spec: basic/transports, Standard Request Headers).
      if (!isText(value) || value.startsWith('=?')) return undefined;
      params[key] = value;
    } else if (key === 'arguments' && name === 'name') {
      if (!isRecord(value)) return undefined;
      params[key] = value;
    } else if (key === 'requestState') {
      if (!isText(value)) return undefined;
      state = value;
    } else if (key === 'inputResponses') {
      responses = answers(value);
      if (responses === undefined) return undefined;
    } else if (key !== '_meta') return undefined;
  }
  return { params, state, responses };
}

/** A null-prototype copy of well-formed answers. A malformed one is set aside by the SDK, so all of them are left to it. */
function answers(value: unknown): Record<string, unknown> | undefined {
  if (!isRecord(value)) return undefined;
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value)) {
    const entry = value[key];
    if (key === '__proto__' || !isRecord(entry) || 'method' in entry || 'result' in entry)
      return undefined;
    copy[key] = entry;
  }
  return copy;
}

interface Envelope extends Pick<Recognised, 'capabilities' | 'client' | 'wantsLog'> {
  /** What else `_meta` held. */
  readonly rest: Record<string, unknown> | undefined;
}

function readMeta(meta: Record<string, unknown>): Envelope | undefined {
  let rest: Record<string, unknown> | undefined;
  for (const key of Object.keys(meta)) {
    if (ENVELOPE.has(key)) continue;
    if (key === '__proto__' || key.startsWith('io.modelcontextprotocol/')) return undefined;
    if (key === 'progressToken' && !isId(meta[key])) return undefined;
    rest ??= {};
    rest[key] = meta[key];
  }
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY];
  const info = meta[CLIENT_INFO_META_KEY];
  const level = meta[LOG_LEVEL_META_KEY];
  if (meta[PROTOCOL_VERSION_META_KEY] !== VERSION || !areCapabilities(capabilities))
    return undefined;
  if (!absentOr(isImplementation, info) || (level !== undefined && !LOG_LEVELS.has(level)))
    return undefined;
  return {
    rest,
    capabilities: capabilities as JsonObject,
    client:
      info === undefined ? {} : { name: (info as Named).name, version: (info as Named).version },
    wantsLog: level !== undefined,
  };
}

const ENVELOPE: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
]);

const LOG_LEVELS: ReadonlySet<unknown> = new Set([
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]);

interface Named {
  readonly name: string;
  readonly version: string;
}

const isImplementation = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value.name) &&
  isText(value.version) &&
  value.icons === undefined &&
  absentOr(isText, value.title) &&
  absentOr(isText, value.websiteUrl) &&
  absentOr(isText, value.description);

/** By capability, what its members may be; a capability that is not listed may be anything that the specification does not know. */
const CAPABILITIES: ReadonlyMap<string, (value: Record<string, unknown>) => boolean> = new Map([
  [
    'elicitation',
    only({
      form: (form) => isRecord(form) && only({ applyDefaults: isBoolean })(form),
      url: isRecord,
    }),
  ],
  ['sampling', only({ context: isRecord, tools: isRecord })],
  ['roots', only({ listChanged: isBoolean })],
  ['experimental', each(isRecord)],
  ['extensions', each(isRecord)],
]);

function areCapabilities(value: unknown): boolean {
  if (!isRecord(value)) return false;
  for (const name of Object.keys(value)) {
    const declared = value[name];
    if (!isRecord(declared) || CAPABILITIES.get(name)?.(declared) !== true) return false;
  }
  return true;
}

function only(
  members: Readonly<Record<string, (value: unknown) => boolean>>,
): (value: Record<string, unknown>) => boolean {
  return (value) =>
    Object.keys(value).every(
      (key) => Object.hasOwn(members, key) && members[key]?.(value[key]) === true,
    );
}

function each(is: (value: unknown) => boolean): (value: Record<string, unknown>) => boolean {
  return (value) => Object.keys(value).every((key) => key !== '__proto__' && is(value[key]));
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}
