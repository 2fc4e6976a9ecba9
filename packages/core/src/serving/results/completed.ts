import { isAgain } from '../../asks/again.js';
import { questionsOf } from '../../asks/question.js';
import type { Blueprint } from '../../blueprint/blueprint.js';
import { isRecord, type Json } from '../../json.js';
import { NotJson, throughJson } from '../../strict-json.js';
import { isSpecType } from '../sdk.js';
import { base64, type Content } from './content.js';
import { isBlock, isWholeToolResult, resemblesContent } from './whole-result.js';

type Result = Readonly<Record<string, unknown>>;
/** What an author returned, as a wire result; or what is wrong with it, for the author. */
export type Completed =
  | {
      readonly ok: true;
      readonly result: Result;
      /** For the author: how else the value may have been meant. */
      readonly doubt?: string;
    }
  | { readonly ok: false; readonly problem: string; readonly cause?: unknown };

const done = (result: Result): Completed => ({ ok: true, result });
const wrong = (problem: string): Completed => ({ ok: false, problem });
const text = (value: string): Content => ({ type: 'text', text: value });

/**
 * Turns the return value of `run` (or of `declined`) into the family's result. Every value is made JSON and checked here
 * first: what the SDK finds malformed it reports to the client, schema and all, and a result that cannot be written
 * leaves the request without an answer. A tool with an output schema returns data, and is held to it. One without
 * returns words, content or a whole result where the value is exactly one of these, and otherwise data.
 */
export async function completedResult(
  blueprint: Blueprint,
  value: unknown,
  uri: string,
  by: 'run' | 'declined' = 'run',
): Promise<Completed> {
  const { output, kind, mimeType } = blueprint;
  if (value === undefined) return NOTHING;
  if (questionsOf(value) !== undefined) return ASK;
  if (isAgain(value)) return AGAIN;
  try {
    if (isInterim(value)) return INTERIM;
    if (output !== undefined)
      return await (by === 'run' ? structuredResult : refusalResult)(output, value);
    if (kind === 'resource' && value instanceof Uint8Array)
      return resourceResult(value, uri, mimeType);
    // What no getter and no `toJSON` can change any more.
    const json = throughJson(value);
    if (isInterim(json)) return INTERIM;
    if (kind === 'prompt') return promptResult(json);
    return kind === 'resource' ? resourceResult(json, uri, mimeType) : toolResult(json);
  } catch (cause) {
    const why = cause instanceof NotJson ? `is no JSON: ${cause.message}` : 'cannot be read';
    return { ok: false, problem: `the return value ${why}`, cause };
  }
}

/** An interim result that came out of here would be taken for a finished one (spec: base, ResultType). */
const isInterim = (value: unknown): boolean =>
  isRecord(value) &&
  value.resultType === 'input_required' &&
  (value.inputRequests !== undefined || value.requestState !== undefined);
const INTERIM = wrong(
  'an input_required result belongs to hand-written handlers only; this component asks through its steps',
);

const NOTHING = wrong(
  'returned nothing, which looks like a call that did nothing; return what was done, as text or data',
);
const ASK = wrong(
  'the return value is an ask; questions are returned by methods marked @Elicit, @Sample or @Roots, and run reads their answers',
);
const AGAIN = wrong(
  'the return value is again(…), which takes another round only when a method marked @Compute returns it',
);

type Output = NonNullable<Blueprint['output']>;

/** Structured content and the same as text, for clients that know only text (spec: server/tools, Structured Content). */
async function structuredResult(output: Output, value: unknown): Promise<Completed> {
  const read = await output(value);
  if (read.ok) {
    const json = JSON.stringify(read.value);
    return done({ content: [text(json)], structuredContent: read.value });
  }
  const problems = read.problems.map((p) => `${p.field || '(root)'}: ${p.message}`);
  return wrong(`the return value does not fit the output schema: ${problems.join('; ')}`);
}

/**
 * What `declined` returns where the tool has an output schema: words, content or a whole result as well as a value that fits.
 * Without structured content it is an error, since only those may go without (spec: server/tools, Output Schema).
 */
async function refusalResult(output: Output, value: unknown): Promise<Completed> {
  const json = throughJson(value);
  if (isWholeToolResult(json)) {
    if (json.structuredContent === undefined) return done({ isError: true, ...json });
    const structured = await structuredResult(output, json.structuredContent);
    if (!structured.ok) return structured;
    return done({ ...json, structuredContent: structured.result.structuredContent });
  }
  const content = contentOf(json);
  if (content === undefined || typeof json === 'string') {
    const structured = await structuredResult(output, value);
    if (structured.ok || content === undefined) return structured;
  }
  return done({ isError: true, content });
}

function toolResult(value: Json | undefined): Completed {
  if (isWholeToolResult(value)) return done(value);
  const content = contentOf(value);
  if (content !== undefined) return done({ content });
  const result = { content: [text(JSON.stringify(value))] };
  if (!resemblesContent(value)) return done(result);
  const isError = isRecord(value) && value.isError === true && { isError: true };
  return { ok: true, result: { ...result, ...isError }, doubt: DOUBT };
}

const DOUBT =
  'returned what resembles content, and is none that the protocol knows: it was sent as data. Where data is meant, ' +
  'an output schema says so';

/** Words or blocks; `undefined` for data. */
function contentOf(value: Json | undefined): readonly Content[] | undefined {
  if (typeof value === 'string') return [text(value)];
  if (isBlock(value)) return [value];
  return Array.isArray(value) && value.length > 0 && value.every(isBlock) ? value : undefined;
}

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
