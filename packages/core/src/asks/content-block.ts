import { isRecord, type JsonObject, own } from '../json.js';

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

/** A message holds one block or several: both are read as several. */
export const blocksOf = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : [content];
