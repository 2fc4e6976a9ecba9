import type { JsonObject } from '../json.js';
import type { Fields, FormParts } from './form-parts.js';

/** A form that was made in this process, and what some hosts do not show of it. */
export interface FormDescription {
  /** Names of its fields. */
  readonly fields: readonly string[];
  /** In words: what some hosts do not show, with the fields that it is about (docs/clients.md). */
  readonly warnings: readonly string[];
}

/** Most forms that are remembered: those of modules are few, and steps that make forms of data shall not fill the memory. */
const MOST = 256;
const made = new Map<string, FormDescription>();

/** Remembers a form for `server.describe()`. */
export function remember({ requestedSchema, digest }: FormParts): void {
  if (made.size >= MOST || made.has(digest)) return;
  const fields = requestedSchema.properties as Fields;
  made.set(digest, { fields: Object.keys(fields), warnings: warningsOf(fields) });
}

/** The forms that were made in this process so far, in that order; at most 256. */
export const madeForms = (): readonly FormDescription[] => [...made.values()];

function warningsOf(fields: Fields): readonly string[] {
  const those = (are: (field: JsonObject) => boolean): string =>
    Object.keys(fields)
      .filter((name) => are(fields[name] as JsonObject))
      .map((name) => JSON.stringify(name))
      .join(', ');
  const hidden = those(({ type }) => type === 'number' || type === 'integer' || type === 'array');
  const untitled = those(({ title }) => typeof title !== 'string');
  return [
    ...(hidden === ''
      ? []
      : [
          `some hosts show no field for a number or a choice of several, and send an accept without it: ${hidden}`,
        ]),
    ...(untitled === ''
      ? []
      : [`some hosts show a field without a title by its name: ${untitled}`]),
  ];
}
