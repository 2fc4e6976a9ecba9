import type { Blueprint } from '../blueprint/blueprint.js';
import { isRecord } from '../json.js';
import { base64, type Content } from './content.js';
import { isWireBlock, isWirePrompt, isWireResource, isWireToolResult } from './sdk.js';

type Result = Readonly<Record<string, unknown>>;
/** What an author returned, as a wire result; or what is wrong with it, for the author. */
export type Completed = { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly problem: string };

const done = (result: Result): Completed => ({ ok: true, result });
const wrong = (problem: string): Completed => ({ ok: false, problem });
const text = (value: string): Content => ({ type: 'text', text: value });

/**
 * Turns the return value of `run` (or of `declined`) into the family's result. Every value that is passed through is checked
 * here first: what the SDK finds malformed it reports to the client, schema and all.
 */
export async function completedResult(blueprint: Blueprint, value: unknown, uri: string): Promise<Completed> {
  // An interim result that comes out of here would be taken for a finished one (spec: base, ResultType).
  if (isRecord(value) && value.resultType !== undefined && value.resultType !== 'complete') {
    return wrong('an input_required result belongs to hand-written handlers only; this component asks through its steps');
  }
  if (blueprint.kind === 'prompt') return promptResult(value);
  if (blueprint.kind === 'resource') return resourceResult(value, uri, blueprint.mimeType);
  return blueprint.output === undefined ? toolResult(value) : structuredResult(blueprint.output, value);
}

/** Structured content and the same as text, for clients that know only text (spec: server/tools, Structured Content). */
async function structuredResult(output: NonNullable<Blueprint['output']>, value: unknown): Promise<Completed> {
  const read = await output(value);
  if (!read.ok)
    return wrong(
      `the return value does not fit the output schema: ${read.problems.map((p) => `${p.field || '(root)'}: ${p.message}`).join('; ')}`,
    );
  const json = JSON.stringify(read.value);
  if (json === undefined) return wrong('the return value has no JSON form');
  return done({ content: [text(json)], structuredContent: JSON.parse(json) });
}

function toolResult(value: unknown): Completed {
  if (value === undefined) return done({ content: [] });
  if (typeof value === 'string') return done({ content: [text(value)] });
  if (isRecord(value) && Array.isArray(value.content))
    return isWireToolResult(value) ? done(value) : wrong('the returned result is no valid tools/call result');
  if (looksLikeBlock(value)) return isWireBlock(value) ? done({ content: [value] }) : wrong('the returned content block is not valid');
  if (Array.isArray(value) && value.length > 0 && value.every(looksLikeBlock)) {
    return value.every(isWireBlock) ? done({ content: value }) : wrong('one of the returned content blocks is not valid');
  }
  return jsonText(value);
}

/** Any other value is shown as JSON. */
function jsonText(value: unknown): Completed {
  try {
    const json = JSON.stringify(value);
    if (json !== undefined) return done({ content: [text(json)] });
  } catch {
    // a cycle or a bigint: the same mistake
  }
  return wrong(`a tool returns text, content, a result or JSON, not ${typeof value}`);
}

const BLOCKS: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);
const looksLikeBlock = (value: unknown): boolean => isRecord(value) && BLOCKS.has(value.type);

function promptResult(value: unknown): Completed {
  if (isRecord(value) && Array.isArray(value.messages))
    return isWirePrompt(value) ? done(value) : wrong('the returned result is no valid prompts/get result');
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const result = { messages: items.map(promptMessage) };
  return items.length > 0 && isWirePrompt(result)
    ? done(result)
    : wrong('a prompt returns text, messages ({ role, content }) or a whole result');
}

function promptMessage(item: unknown): unknown {
  if (typeof item === 'string') return { role: 'user', content: text(item) };
  if (isRecord(item) && typeof item.content === 'string') return { ...item, content: text(item.content) };
  return item;
}

function resourceResult(value: unknown, uri: string, mimeType: string | undefined): Completed {
  const about = { uri, ...(mimeType !== undefined && { mimeType }) };
  if (typeof value === 'string') return done({ contents: [{ ...about, text: value }] });
  if (value instanceof Uint8Array) return done({ contents: [{ ...about, blob: base64(value) }] });
  if (isRecord(value) && Array.isArray(value.contents))
    return isWireResource(value) ? done(value) : wrong('the returned result is no valid resources/read result');
  return wrong('a resource returns text, bytes (Uint8Array) or a whole result ({ contents })');
}
