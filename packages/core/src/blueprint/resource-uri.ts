import { configError } from './checks.js';
import { uriTemplate } from './uri-template.js';

/** A resource's URI as written, checked. */
export type ResourceUri =
  | { readonly fixed: string }
  | { readonly template: string; readonly variables: readonly string[] };

/** Tells a fixed URI from a template and checks either. @throws ConfigError `invalid_option`. */
export function resourceUri(uri: string, where: string): ResourceUri {
  const fail = (problem: string) =>
    configError('invalid_option', where, `uri ${JSON.stringify(uri)}: ${problem}`);
  // RFC 3986 §3.1. A template must start with its scheme too: one that is all variable would match every URI there is.
  if (!/^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(uri))
    throw fail('it must be absolute, as in notes://today or notes://{day}, and without blanks');
  if (!/[{}]/.test(uri)) {
    if (!URL.canParse(uri)) throw fail('it is no valid URI');
    return Object.freeze({ fixed: uri });
  }
  const compiled = uriTemplate(uri);
  if ('problem' in compiled)
    throw fail(
      `${compiled.problem}. Write {variable} or {+variable}, with text between two of them`,
    );
  return Object.freeze({ template: uri, variables: Object.freeze([...compiled.variables]) });
}
