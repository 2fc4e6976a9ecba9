import { isRecord, type JsonObject } from '../json.js';
import type { WireAnswer } from './legacy-bridge.js';
import type { ComponentRequest, ListMethod } from './recognise.js';
import { SERVER_INFO_META_KEY } from './sdk.js';
import type { Surface } from './surface.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Writes answers as the SDK writes them, where that is beyond doubt: results in which it would find nothing to check, to drop or
 * to keep. Everything else, and every error, is `undefined`, and the SDK's to write.
 */
export interface PlainAnswers {
  component(request: ComponentRequest, answer: WireAnswer): string | undefined;
  /** The first page of a list. */
  list(method: ListMethod, id: string | number): string;
}

/** Makes the writer of one server. What `protocolServer` has the SDK say on results (`serverInfo`, no cache hints), it says too. */
export function plainAnswers(surface: Pick<Surface, 'info' | 'tools' | 'prompts' | 'resources' | 'templates'>): PlainAnswers {
  const _meta = { [SERVER_INFO_META_KEY]: surface.info };
  const pages: Readonly<Record<ListMethod, () => Members>> = {
    'tools/list': () => ({ tools: surface.tools }),
    'prompts/list': () => ({ prompts: surface.prompts }),
    'resources/list': () => ({ resources: surface.resources }),
    'resources/templates/list': () => ({ resourceTemplates: surface.templates }),
  };
  const written = new Map<ListMethod, string>();
  const page = (method: ListMethod): string => {
    const text =
      written.get(method) ?? JSON.stringify({ ...pages[method](), resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta });
    written.set(method, text);
    return text;
  };
  const completed: Readonly<Record<ComponentRequest['method'], (result: Members) => Members | undefined>> = {
    'tools/call': (result) =>
      isPlainToolResult(result)
        ? {
            content: result.content,
            structuredContent: result.structuredContent,
            isError: result.isError,
            resultType: 'complete',
            _meta,
          }
        : undefined,
    'prompts/get': (result) =>
      hasOnly(result, PROMPT) ? { description: result.description, messages: result.messages, resultType: 'complete', _meta } : undefined,
    'resources/read': (result) =>
      hasOnly(result, RESOURCE) ? { contents: result.contents, resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta } : undefined,
  };

  return {
    component: ({ method, id, capabilities }, answer) => {
      if ('error' in answer) return undefined;
      const { result } = answer;
      const whole = result.resultType === 'input_required' ? asking(result, capabilities, _meta) : completed[method](result);
      return whole && JSON.stringify({ result: whole, jsonrpc: '2.0', id });
    },
    list: (method, id) => `{"result":${page(method)},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`,
  };
}

const INTERIM: ReadonlySet<string> = new Set(['resultType', 'requestState', 'inputRequests']);
const TOOL: ReadonlySet<string> = new Set(['content', 'structuredContent', 'isError']);
const PROMPT: ReadonlySet<string> = new Set(['description', 'messages']);
const RESOURCE: ReadonlySet<string> = new Set(['contents']);

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
    for (const key of Object.keys(inputRequests)) if (!isDeclared(inputRequests[key], capabilities)) return undefined;
  }
  return { resultType: 'input_required', requestState, inputRequests, _meta };
}

function isDeclared(question: unknown, { elicitation, sampling, roots }: JsonObject): boolean {
  if (!isRecord(question)) return false;
  const { method, params } = question;
  if (method === 'roots/list') return roots !== undefined;
  if (!isRecord(params)) return false;
  if (method === 'sampling/createMessage') return sampling !== undefined && params.tools === undefined && params.toolChoice === undefined;
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
  isRecord(block) && block.type === 'text' && typeof block.text === 'string' && Object.keys(block).length === 2;
