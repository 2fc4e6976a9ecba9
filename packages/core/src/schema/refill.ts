import { isRecord, type Json, type JsonObject, own } from '../json.js';
import { isBlank } from './blanks.js';
import { fits } from './restricted.js';

/**
 * Returns the schema of a form that is put again (R5): what a person answered and what fits comes back as the default of
 * its field, so that only the rest has to be answered anew. `misfits` are the fields that did not fit. A value that its
 * field's listed schema does not take never comes back.
 */
export function refilled(
  requestedSchema: JsonObject,
  content: Json,
  misfits: readonly string[],
): JsonObject {
  if (!isRecord(content)) return requestedSchema;
  const fields = Object.entries(requestedSchema.properties as Readonly<Record<string, JsonObject>>);
  const filled = fields.filter(([name, field]) => {
    const given = own(content, name) as Json | undefined;
    return given !== undefined && !misfits.includes(name) && !isBlank(given) && fits(field, given);
  });
  if (filled.length === 0) return requestedSchema;
  const defaults = filled.map(([name, field]) => [
    name,
    { ...field, default: own(content, name) as Json },
  ]);
  const properties = { ...Object.fromEntries(fields), ...Object.fromEntries(defaults) };
  return { ...requestedSchema, properties };
}
