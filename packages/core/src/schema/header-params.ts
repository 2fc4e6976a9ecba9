import { ConfigError } from '../errors.js';
import { isRecord, type JsonObject } from '../json.js';

const KEYWORD = 'x-mcp-header';
/** RFC 9110 §5.6.2: what a header's name is made of. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];
/** Hold values, not schemas: a member of this name in them declares nothing. */
const VALUES: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples', 'required']);

/**
 * Tells whether a tool's input declares arguments that HTTP clients mirror into `Mcp-Param-*` headers, and checks every declaration
 * (spec: basic/transports/streamable-http, Custom Headers from Tool Parameters): clients drop a tool with a bad one from their list.
 * @throws ConfigError `invalid_schema`, naming the property and the cure.
 */
export function mirrorsArguments(schema: JsonObject, where: string): boolean {
  const names = new Map<string, string>();
  visit(schema, [], where, names);
  return names.size > 0;
}

/** Walks what `properties` alone lead to, where a declaration may stand. */
function visit(
  schema: JsonObject,
  path: readonly string[],
  where: string,
  names: Map<string, string>,
): void {
  if (Object.hasOwn(schema, KEYWORD)) declare(schema, path, where, names);
  for (const [keyword, member] of Object.entries(schema)) {
    if (keyword === 'properties' && isRecord(member)) {
      for (const [name, child] of Object.entries(member))
        if (isRecord(child)) visit(child as JsonObject, [...path, name], where, names);
    } else if (keyword !== KEYWORD && !VALUES.has(keyword) && declaresAnywhere(member)) {
      fail(
        where,
        path,
        `${KEYWORD} stands under "${keyword}", where its argument has no one place. Put it on a property that only properties lead to`,
      );
    }
  }
}

function declare(
  schema: JsonObject,
  path: readonly string[],
  where: string,
  names: Map<string, string>,
): void {
  const name = schema[KEYWORD];
  if (path.length === 0)
    fail(where, path, `${KEYWORD} belongs on a property, not on the whole input`);
  if (typeof name !== 'string' || !TOKEN.test(name))
    fail(
      where,
      path,
      `${KEYWORD} must be the rest of a header name (letters, digits and "-"), as in "Region" for Mcp-Param-Region`,
    );
  if (!TYPES.includes(schema.type))
    fail(
      where,
      path,
      `${KEYWORD} is for a string, an integer or a boolean; this is ${typeof schema.type === 'string' ? `of type ${schema.type}` : 'of no one such type'}`,
    );
  const other = names.get(name.toLowerCase());
  if (other !== undefined)
    fail(
      where,
      path,
      `${KEYWORD} "${name}" is that of "${other}" already. Give each a name of its own; case does not count`,
    );
  names.set(name.toLowerCase(), path.join('.'));
}

function declaresAnywhere(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(declaresAnywhere);
  if (!isRecord(node)) return false;
  return (
    Object.hasOwn(node, KEYWORD) ||
    Object.entries(node).some(
      ([keyword, member]) => !VALUES.has(keyword) && declaresAnywhere(member),
    )
  );
}

function fail(where: string, path: readonly string[], problem: string): never {
  throw new ConfigError(
    'invalid_schema',
    `${where}${path.length === 0 ? '' : `, "${path.join('.')}"`}: ${problem}`,
  );
}
