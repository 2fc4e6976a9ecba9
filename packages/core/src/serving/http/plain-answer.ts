import { cacheHintProblem } from '../../cache-hint.js';
import { isRecord, type JsonObject } from '../../json.js';
import type { WireAnswer } from '../legacy-bridge.js';
import { SERVER_INFO_META_KEY } from '../sdk.js';
import type { ListMethod } from '../surface/catalog.js';
import type { Surface } from '../surface/surface.js';
import { type ComponentRequest, isComponentRequest, type ShortRequest } from './recognise.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Writes answers as the SDK writes them, where that is beyond doubt: results in which it would find nothing to check, to drop or
 * to keep. Everything else, and every error, is `undefined`, and the SDK's to write.
 */
export type PlainAnswers = (request: ShortRequest, answer: WireAnswer) => string | undefined;

/** Makes the writer of one server. What `protocolServer` has the SDK say on results (`serverInfo`, cache hints), it says too. */
export function plainAnswers({
  brief,
  cacheHints,
}: Pick<Surface, 'brief' | 'cacheHints'>): PlainAnswers {
  const _meta = { [SERVER_INFO_META_KEY]: brief };
  /** Pages are the same objects for as long as a list stays as it is: each is written once. */
  const pages = new WeakMap<Members, string>();
  const page = (method: ListMethod, result: Members): string => {
    const { ttlMs = 0, cacheScope = 'private' } = cacheHints[method] ?? {};
    const text =
      pages.get(result) ??
      JSON.stringify({ ...result, resultType: 'complete', ttlMs, cacheScope, _meta });
    pages.set(result, text);
    return text;
  };
  const read = (result: Members): Members | undefined => {
    const hint = cacheHints['resources/read'];
    const {
      contents,
      ttlMs = hint?.ttlMs ?? 0,
      cacheScope = hint?.cacheScope ?? 'private',
    } = result;
    if (!hasOnly(result, RESOURCE) || cacheHintProblem({ ttlMs, cacheScope }) !== undefined)
      return undefined;
    return { contents, resultType: 'complete', ttlMs, cacheScope, _meta };
  };
  const completed = (method: ComponentRequest['method'], result: Members): Members | undefined => {
    if (method === 'resources/read') return read(result);
    const { description, messages, content, structuredContent, isError } = result;
    if (method === 'prompts/get')
      return hasOnly(result, PROMPT)
        ? { description, messages, resultType: 'complete', _meta }
        : undefined;
    return isPlainToolResult(result)
      ? { content, structuredContent, isError, resultType: 'complete', _meta }
      : undefined;
  };

  return (request, answer) => {
    if ('error' in answer) return undefined;
    const { result } = answer;
    const { id } = request;
    if (!isComponentRequest(request))
      return `{"result":${page(request.method, result)},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
    const whole =
      result.resultType === 'input_required'
        ? asking(result, request.capabilities, _meta)
        : completed(request.method, result);
    return whole && JSON.stringify({ result: whole, jsonrpc: '2.0', id });
  };
}

const INTERIM: ReadonlySet<string> = new Set(['resultType', 'requestState', 'inputRequests']);
const TOOL: ReadonlySet<string> = new Set(['content', 'structuredContent', 'isError']);
const PROMPT: ReadonlySet<string> = new Set(['description', 'messages']);
const RESOURCE: ReadonlySet<string> = new Set(['contents', 'ttlMs', 'cacheScope']);

function hasOnly(result: Members, members: ReadonlySet<string>): boolean {
  for (const key of Object.keys(result)) if (!members.has(key)) return false;
  return true;
}

/** An interim result that the SDK lets through: it has a state, and asks nothing that was not declared (spec: basic/patterns/mrtr). */
function asking(result: Members, capabilities: JsonObject, _meta: Members): Members | undefined {
  const { requestState, inputRequests } = result;
  if (typeof requestState !== 'string' || !hasOnly(result, INTERIM)) return undefined;
  if (inputRequests !== undefined) {
    if (!isRecord(inputRequests)) return undefined;
    for (const key of Object.keys(inputRequests))
      if (!isDeclared(inputRequests[key], capabilities)) return undefined;
  }
  return { resultType: 'input_required', requestState, inputRequests, _meta };
}

function isDeclared(question: unknown, { elicitation, sampling, roots }: JsonObject): boolean {
  if (!isRecord(question)) return false;
  const { method, params } = question;
  if (method === 'roots/list') return roots !== undefined;
  if (!isRecord(params)) return false;
  if (method === 'sampling/createMessage')
    return sampling !== undefined && params.tools === undefined && params.toolChoice === undefined;
  if (method !== 'elicitation/create' || !isRecord(elicitation)) return false;
  if (params.mode === 'url') return elicitation.url !== undefined;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/** Nothing but text: the SDK knows every member of other content, and drops those that it does not know. */
function isPlainToolResult(result: Members): boolean {
  const { content, isError } = result;
  if (!hasOnly(result, TOOL) || !Array.isArray(content)) return false;
  return (isError === undefined || typeof isError === 'boolean') && content.every(isPlainText);
}

const isPlainText = (block: unknown): boolean =>
  isRecord(block) &&
  block.type === 'text' &&
  typeof block.text === 'string' &&
  Object.keys(block).length === 2;
