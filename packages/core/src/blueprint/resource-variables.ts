import { type ArgumentValues, listedValues } from '../schema/argument-values.js';
import { variablesSchema } from '../schema/input.js';
import type { JsonSchemaCompiler } from '../schema/reader.js';
import type { Blueprint } from './blueprint.js';
import { configError } from './checks.js';
import type { ResourceUri } from './resource-uri.js';

export const NO_VALUES: ArgumentValues = new Map();

/** Reads a resource template's variables; a field that no variable fills could never get a value. */
export function variables(
  input: unknown,
  uri: ResourceUri,
  className: string,
  compile: JsonSchemaCompiler,
): Pick<Blueprint, 'input' | 'values'> {
  if (input === undefined)
    return { input: (value) => ({ ok: true, value: value ?? {} }), values: NO_VALUES };
  const where = `${className}: input`;
  if ('fixed' in uri)
    throw configError(
      'invalid_option',
      where,
      'a fixed URI has no variables to read. Leave input out, or put {variable} into uri',
    );
  const { json, read } = variablesSchema(input, where, compile);
  for (const field of Object.keys((json.properties as object | undefined) ?? {})) {
    if (!uri.variables.includes(field)) {
      throw configError(
        'invalid_schema',
        where,
        `"${field}" is no variable of ${uri.template}. Add it to the template, or leave it out of input`,
      );
    }
  }
  return { input: (value) => read(value ?? {}), values: listedValues(json) };
}
