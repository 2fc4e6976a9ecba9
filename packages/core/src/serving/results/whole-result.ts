import { isRecord, type Json } from '../../json.js';
import { isSpecType } from '../sdk.js';
import type { Content } from './content.js';

/** A `tools/call` result as an author may return it whole. */
export type WholeToolResult = Readonly<Record<string, Json>> & {
  readonly structuredContent?: Json;
};

const RESULT: ReadonlySet<string> = new Set([
  'content',
  'structuredContent',
  'isError',
  '_meta',
  'resultType',
]);

const EVERY_BLOCK = ['type', 'annotations', '_meta'];
/** What a block may hold (spec: server/tools, Tool Result). The protocol layer would drop anything else. */
const BLOCKS: ReadonlyMap<unknown, ReadonlySet<string>> = new Map(
  Object.entries({
    text: ['text'],
    image: ['data', 'mimeType'],
    audio: ['data', 'mimeType'],
    resource: ['resource'],
    resource_link: ['uri', 'name', 'title', 'description', 'mimeType', 'size', 'icons'],
  }).map(([type, members]) => [type, new Set([...EVERY_BLOCK, ...members])]),
);

const hasOnly = (value: object, members: ReadonlySet<string>): boolean =>
  Object.keys(value).every((key) => members.has(key));

/** Whether a value is a content block and nothing more. Data that has a `type` of that name stays data. */
export function isBlock(value: Json | undefined): value is Content {
  const members = isRecord(value) ? BLOCKS.get(value.type) : undefined;
  return (
    members !== undefined && hasOnly(value as object, members) && isSpecType.ContentBlock(value)
  );
}

/** Whether a value is a whole result and nothing more. Data that has a list named `content` stays data. */
export function isWholeToolResult(value: Json | undefined): value is WholeToolResult {
  return (
    isRecord(value) &&
    Array.isArray(value.content) &&
    hasOnly(value, RESULT) &&
    value.content.every(isBlock) &&
    (value.resultType === undefined || value.resultType === 'complete') &&
    isSpecType.CallToolResult(value)
  );
}

/** Whether data has so much of content in it that content may have been meant. */
export function resemblesContent(value: Json | undefined): boolean {
  if (!isRecord(value)) return Array.isArray(value) && value.some(hasBlockType);
  if (hasBlockType(value)) return true;
  return (
    Array.isArray(value.content) && (value.isError === true || value.content.some(hasBlockType))
  );
}

const hasBlockType = (value: unknown): boolean => isRecord(value) && BLOCKS.has(value.type);
