import { isRecord, type Json, type JsonObject, own } from '../json.js';

/** One block of a sampling message (spec: client/sampling, Messages). */
export type SampleContent =
  | {
      readonly type: 'text';
      readonly text: string;
      readonly annotations?: JsonObject;
      readonly _meta?: JsonObject;
    }
  | {
      readonly type: 'image' | 'audio';
      readonly data: string;
      readonly mimeType: string;
      readonly annotations?: JsonObject;
      readonly _meta?: JsonObject;
    }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: JsonObject;
      readonly _meta?: JsonObject;
    }
  | {
      readonly type: 'tool_result';
      readonly toolUseId: string;
      readonly content: readonly JsonObject[];
      readonly structuredContent?: unknown;
      readonly isError?: boolean;
      readonly _meta?: JsonObject;
    };

const TEXTS: Readonly<Record<SampleContent['type'], readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  tool_use: ['id', 'name'],
  tool_result: ['toolUseId'],
};

/** Whether untrusted data is a content block that sampling knows. Own members only. */
export function isSampleContent(value: unknown): value is SampleContent {
  if (!isRecord(value)) return false;
  const type = own(value, 'type');
  if (typeof type !== 'string' || !Object.hasOwn(TEXTS, type)) return false;
  if (type === 'tool_use' && !isRecord(own(value, 'input'))) return false;
  if (type === 'tool_result' && !Array.isArray(own(value, 'content'))) return false;
  return TEXTS[type as SampleContent['type']].every(
    (member) => typeof own(value, member) === 'string',
  );
}

/** Members that a block may have beside its texts. */
const MORE: Readonly<Record<SampleContent['type'], readonly string[]>> = {
  text: ['annotations', '_meta'],
  image: ['annotations', '_meta'],
  audio: ['annotations', '_meta'],
  tool_use: ['input', '_meta'],
  tool_result: ['content', 'structuredContent', 'isError', '_meta'],
};

/** Copies a block without the members that sampling does not know. Null is absent, but for a structured result. */
export function takenBlock(block: SampleContent): JsonObject {
  const { type } = block;
  const names = ['type', ...TEXTS[type], ...MORE[type]];
  return Object.fromEntries(
    names
      .map((name) => [name, own(block, name) as Json] as const)
      .filter(([name, value]) =>
        name === 'structuredContent' ? value !== undefined : (value ?? undefined) !== undefined,
      ),
  );
}

/** A message holds one block or several: both are read as several. */
export const blocksOf = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : [content];
