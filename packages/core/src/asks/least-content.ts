import { isRecord, type Json, type JsonObject } from '../json.js';
import { optionsOf } from '../schema/restricted.js';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Returns the bytes of JSON of the shortest content that a form takes; of any other question, those of an empty one. */
export function leastContent({ requestedSchema }: JsonObject): number {
  if (!isRecord(requestedSchema)) return '{}'.length;
  const { properties, required } = requestedSchema as JsonObject;
  const names = (required ?? []) as readonly string[];
  const members = names.map(
    (name) =>
      bytesOf(name) + ':'.length + leastValue((properties as JsonObject)[name] as JsonObject),
  );
  return '{}'.length + members.reduce((sum, bytes) => sum + bytes, Math.max(0, names.length - 1));
}

function leastValue(field: JsonObject): number {
  const { type, minLength, minItems } = field;
  const offered = Math.min(...(optionsOf(field) ?? ['']).map(bytesOf));
  const count = (least: Json | undefined): number => (typeof least === 'number' ? least : 0);
  if (type === 'boolean') return 'true'.length;
  if (type === 'array') return '[]'.length + count(minItems) * offered;
  if (type === 'string') return Math.max(offered, '""'.length + count(minLength));
  return 1;
}
