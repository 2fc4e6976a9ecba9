import type { WireAsk } from '../../asks/question.js';
import { isRecord, type JsonObject } from '../../json.js';

type Members = Readonly<Record<string, unknown>>;

/** The revision of a client that says none over HTTP (spec 2025-06-18: basic/transports, Protocol Version Header). */
export const UNSAID_REVISION = '2025-03-26';
const AUDIO = '2025-03-26';
const RESOURCE_LINK = '2025-06-18';
const TITLED_CHOICES = '2025-11-25';

/**
 * Returns a result as a client of this revision can take it: one content block of a kind that its revision does not have makes an
 * older client reject the whole result. What it cannot take becomes text that says what it was, and where: `resource_link` came with
 * 2025-06-18, `audio` with 2025-03-26 (spec: the changelogs of these revisions). Revisions are days, so they compare as text.
 */
export function resultFor(revision: string, result: Members): Members {
  if (revision >= RESOURCE_LINK) return result;
  const { content, messages } = result;
  if (Array.isArray(content))
    return { ...result, content: content.map((block) => blockFor(revision, block)) };
  if (!Array.isArray(messages)) return result;
  const older = messages.map((message: Members) => ({
    ...message,
    content: blockFor(revision, message.content),
  }));
  return { ...result, messages: older };
}

function blockFor(revision: string, block: unknown): unknown {
  if (!isRecord(block)) return block;
  const { type, annotations } = block;
  const text = (said: string) => ({
    type: 'text',
    text: said,
    ...(annotations !== undefined && { annotations }),
  });
  if (type === 'resource_link') {
    const { title, name, uri, description } = block;
    const about = typeof description === 'string' ? `\n${description}` : '';
    return text(`${title ?? name}: ${uri}${about}`);
  }
  return type === 'audio' && revision < AUDIO
    ? text(`Audio (${block.mimeType}), which this client's revision of the protocol cannot carry.`)
    : block;
}

/**
 * Returns a question as a client of this revision can show it: titled choices are `oneOf` since 2025-11-25, and were `enumNames`
 * before; an older client would show a field for any text.
 */
export function questionFor(revision: string, { method, params }: WireAsk): WireAsk {
  const schema = params.requestedSchema;
  if (revision >= TITLED_CHOICES || !isRecord(schema) || !isRecord(schema.properties))
    return { method, params };
  const fields = Object.entries(schema.properties).map(([name, field]) => [name, fieldFor(field)]);
  const properties = Object.fromEntries(fields) as JsonObject;
  return {
    method,
    params: { ...params, requestedSchema: { ...schema, properties } as JsonObject },
  };
}

function fieldFor(field: unknown): unknown {
  if (!isRecord(field) || !Array.isArray(field.oneOf)) return field;
  const { oneOf, ...rest } = field;
  const choices = oneOf as readonly { readonly const: string; readonly title: string }[];
  return {
    ...rest,
    enum: choices.map((choice) => choice.const),
    enumNames: choices.map(({ title }) => title),
  };
}
