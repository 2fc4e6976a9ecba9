import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import fc from 'fast-check';
import { z } from 'zod';
import { inputSchema, outputSchema } from '../../src/schema/input.js';
import { throughJson } from '../../src/strict-json.js';
import { compileJsonSchema } from '../support/compile-json-schema.js';
import { type Node, schemas, valuesOf } from './schemas.js';

const VALUES = 10;

const jsonOf = (value: unknown): { readonly json: unknown } | undefined => {
  try {
    return { json: throughJson(value) };
  } catch {
    return undefined;
  }
};

/** `undefined` where zod has no verdict: both sides of an intersection made something else of a value. */
const parsed = (schema: z.ZodType, value: unknown) => {
  try {
    return schema.safeParse(value);
  } catch {
    return undefined;
  }
};

/** Throws where zod, the list, the server and the official client are of different minds. */
function compare({ schema, wider }: Node, values: readonly unknown[]): void {
  const whole = z.object({ f: schema });
  const client = new AjvJsonSchemaValidator();
  const input = inputSchema(whole, 'Oracle: input', compileJsonSchema);
  const output = outputSchema(whole, 'Oracle: output', compileJsonSchema);
  const listedIn = client.getValidator(input.json);
  const listedOut = client.getValidator(output.json);
  const divides = JSON.stringify([input.json, output.json]).includes('"multipleOf"');
  const counts = /"(m(in|ax)Length|pattern)"/.test(JSON.stringify([input.json, output.json]));
  for (const value of values) {
    // One character beyond the BMP is two to zod and one to JSON Schema: decided, and not compared.
    if (counts && /[\ud800-\udfff]/.test(JSON.stringify(value) ?? '')) continue;
    // Near 2^53, some versions of zod take an odd number for a multiple of 2; the server does not.
    if (divides && /\d{15}/.test(JSON.stringify(value) ?? '')) continue;
    const given = value === undefined ? {} : { f: value };
    const sent = jsonOf(given);
    const read = parsed(whole, given);
    if (read === undefined) continue;
    const differ = (what: string) => {
      const told = { what, given, input: input.json, output: output.json };
      throw new Error(JSON.stringify(told));
    };
    if (sent !== undefined) {
      const received = parsed(whole, sent.json)?.success ?? false;
      const listed = listedIn(sent.json).valid;
      const served = (input.read(sent.json) as { ok: boolean }).ok;
      if (received && !listed) differ('the list refuses what zod takes');
      if (listed && !received && !wider) differ('the list takes what zod refuses');
      if (served !== (received && listed)) differ('the server is of another mind');
    }
    const returned = output.read(given) as { ok: boolean; value?: unknown };
    const sayable = read.success && jsonOf(read.data) !== undefined;
    if (returned.ok !== sayable)
      differ('the server refuses a result that zod takes, or takes more');
    if (returned.ok && !listedOut(returned.value).valid) differ('the client throws a result away');
  }
}

/** Compares `pairs` pairs of a schema and a value. Returns the seed. */
export function oracle(pairs: number, seed = Date.now() % 2 ** 31): number {
  const cases = schemas.chain((node) =>
    fc.tuple(fc.constant(node), fc.array(valuesOf(node), { minLength: VALUES, maxLength: VALUES })),
  );
  const property = fc.property(cases, ([node, values]) => compare(node, values));
  const { failed, errorInstance } = fc.check(property, {
    numRuns: Math.ceil(pairs / VALUES),
    seed,
    endOnFailure: true,
  });
  // Without the counterexample itself, which is pages of schema; the error has the list and the value.
  if (failed) {
    const { cause } = errorInstance as Error;
    throw new Error(`oracle: seed ${seed}: ${String(errorInstance)} ${String(cause ?? '')}`);
  }
  return seed;
}
