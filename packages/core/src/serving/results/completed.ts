import { isAgain } from '../../asks/again.js';
import { questionsOf } from '../../asks/question.js';
import type { Blueprint } from '../../blueprint/blueprint.js';
import { isRecord, type Json, throughJson } from '../../json.js';
import { isSpecType } from '../sdk.js';
import { base64, type Content } from './content.js';

type Result = Readonly<Record<string, unknown>>;
/** What an author returned, as a wire result; or what is wrong with it, for the author. */
export type Completed =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly problem: string; readonly cause?: unknown };

const done = (result: Result): Completed => ({ ok: true, result });
const wrong = (problem: string): Completed => ({ ok: false, problem });
const text = (value: string): Content => ({ type: 'text', text: value });

/**
 * Turns the return value of `run` (or of `declined`) into the family's result. Every value that is passed through is made JSON
 * and checked here first: what the SDK finds malformed it reports to the client, schema and all, and a result that cannot be
 * written leaves the request without an answer.
 */
export async function completedResult(
  blueprint: Blueprint,
  value: unknown,
  uri: string,
  by: 'run' | 'declined' = 'run',
): Promise<Completed> {
  const { output } = blueprint;
  if (questionsOf(value) !== undefined) return ASK;
  if (isAgain(value)) return AGAIN;
  try {
    if (output !== undefined)
      return await (by === 'run' ? structuredResult(output, value) : refusalResult(output, value));
    if (blueprint.kind === 'resource' && value instanceof Uint8Array)
      return resourceResult(value, uri, blueprint.mimeType);
    // What no getter and no `toJSON` can change any more.
    const json = asJson(value);
    if (isInterim(json)) return INTERIM;
    if (json === undefined && value !== undefined)
      return wrong(`the return value, a ${typeof value}, has no JSON form`);
    if (blueprint.kind === 'prompt') return promptResult(json);
    return blueprint.kind === 'resource'
      ? resourceResult(json, uri, blueprint.mimeType)
      : toolResult(json);
  } catch (cause) {
    return { ok: false, problem: 'the return value cannot be read, or has no JSON form', cause };
  }
}

const asJson = (value: unknown): Json | undefined =>
  typeof value === 'string' ? value : throughJson(value);

/** An interim result that came out of here would be taken for a finished one (spec: base, ResultType). */
const isInterim = (value: unknown): boolean =>
  isRecord(value) && value.resultType !== undefined && value.resultType !== 'complete';
const INTERIM = wrong(
  'an input_required result belongs to hand-written handlers only; this component asks through its steps',
);

const ASK = wrong(
  'the return value is an ask; questions are returned by methods marked @Elicit, @Sample or @Roots, and run reads their answers',
);
const AGAIN = wrong(
  'the return value is again(…), which takes another round only when a method marked @Compute returns it',
);

/** Structured content and the same as text, for clients that know only text (spec: server/tools, Structured Content). */
async function structuredResult(
  output: NonNullable<Blueprint['output']>,
  value: unknown,
): Promise<Completed> {
  if (isInterim(value)) return INTERIM;
  const read = await output(value);
  if (!read.ok)
    return wrong(
      `the return value does not fit the output schema: ${read.problems.map((p) => `${p.field || '(root)'}: ${p.message}`).join('; ')}`,
    );
  const json = JSON.stringify(read.value);
  if (json === undefined) return wrong('the return value has no JSON form');
  return done({ content: [text(json)], structuredContent: JSON.parse(json) });
}

/**
 * What `declined` returns where the tool has an output schema: words, content or a whole result as well as a value that fits.
 * Without structured content it is an error, since only those may go without (spec: server/tools, Output Schema).
 */
async function refusalResult(
  output: NonNullable<Blueprint['output']>,
  value: unknown,
): Promise<Completed> {
  const json = asJson(value);
  if (isInterim(json)) return INTERIM;
  const whole = isRecord(json) && Array.isArray(json.content) && isSpecType.CallToolResult(json);
  if (!whole && !isContent(json)) {
    const structured = await structuredResult(output, value);
    if (structured.ok || typeof json !== 'string') return structured;
  }
  const told = toolResult(json);
  return told.ok && told.result.structuredContent === undefined
    ? done({ isError: true, ...told.result })
    : told;
}

function toolResult(value: Json | undefined): Completed {
  if (value === undefined) return done({ content: [] });
  if (typeof value === 'string') return done({ content: [text(value)] });
  if (isRecord(value) && Array.isArray(value.content))
    return isSpecType.CallToolResult(value)
      ? done(value)
      : wrong('the returned result is no valid tools/call result');
  if (looksLikeBlock(value))
    return isSpecType.ContentBlock(value)
      ? done({ content: [value] })
      : wrong('the returned content block is not valid');
  if (Array.isArray(value) && value.length > 0 && value.every(looksLikeBlock)) {
    return value.every(isSpecType.ContentBlock)
      ? done({ content: value })
      : wrong('one of the returned content blocks is not valid');
  }
  return done({ content: [text(JSON.stringify(value))] });
}

const BLOCKS: ReadonlySet<unknown> = new Set([
  'text',
  'image',
  'audio',
  'resource',
  'resource_link',
]);
const looksLikeBlock = (value: unknown): boolean => isRecord(value) && BLOCKS.has(value.type);
const isContent = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every(isSpecType.ContentBlock)
    : looksLikeBlock(value) && isSpecType.ContentBlock(value);

function promptResult(value: unknown): Completed {
  if (isRecord(value) && Array.isArray(value.messages))
    return isSpecType.GetPromptResult(value)
      ? done(value)
      : wrong('the returned result is no valid prompts/get result');
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const result = { messages: items.map(promptMessage) };
  return items.length > 0 && isSpecType.GetPromptResult(result)
    ? done(result)
    : wrong('a prompt returns text, messages ({ role, content }) or a whole result');
}

function promptMessage(item: unknown): unknown {
  if (typeof item === 'string') return { role: 'user', content: text(item) };
  if (isRecord(item) && typeof item.content === 'string')
    return { ...item, content: text(item.content) };
  return item;
}

function resourceResult(value: unknown, uri: string, mimeType: string | undefined): Completed {
  const about = { uri, ...(mimeType !== undefined && { mimeType }) };
  if (typeof value === 'string') return done({ contents: [{ ...about, text: value }] });
  if (value instanceof Uint8Array) return done({ contents: [{ ...about, blob: base64(value) }] });
  if (isRecord(value) && Array.isArray(value.contents))
    return isSpecType.ReadResourceResult(value)
      ? done(value)
      : wrong('the returned result is no valid resources/read result');
  return wrong('a resource returns text, bytes (Uint8Array) or a whole result ({ contents })');
}
