import type { output, ZodObject } from 'zod';
import { ConfigError } from '../errors.js';
import { isRecord, type JsonObject } from '../json.js';
import type { FormParts } from './form-parts.js';
import { remember } from './made-forms.js';
import { rawForm } from './raw-form.js';
import { zodForm } from './zod-form.js';
import { isZod } from './zod-schema.js';

declare const answer: unique symbol;

/** A form: a schema converted to the restricted elicitation schema, and checked, once. `A` is the answer it reads. */
export interface Form<A> {
  readonly [answer]?: A;
  /** What the client is shown (spec: client/elicitation, Requested Schema). Frozen. */
  readonly requestedSchema: JsonObject;
}

/** The answer to a raw form: what its fields may hold. */
export type RawAnswer = { readonly [field: string]: string | number | boolean | readonly string[] };

/** Marks our forms across duplicate copies of this package. */
const PARTS = Symbol.for('countersign.form.parts');
const WHERE = 'form()';

/**
 * Makes a form of a zod object, or of a raw JSON Schema in the restricted shape, converted and checked once: call it at
 * module level. Fields are strings, numbers, booleans and choices, optional or with a default; whatever a form cannot
 * say (a nested object, a list of free text) is refused. Checks that a form has no word for (`.regex()`, `.refine()`) are
 * made here, and the field's description tells of them: by their message, or by the pattern. Nothing is coerced:
 * `"false"` is no boolean. The default of a zod field fills in what an accepted answer left out; that of a raw form is
 * only shown.
 * @throws ConfigError `invalid_schema`, naming the field's path and the cure.
 */
export function form<S extends ZodObject>(schema: S): Form<output<S>>;
export function form(schema: JsonObject): Form<RawAnswer>;
export function form(schema: object): Form<unknown> {
  const parts = isZod(schema, WHERE) ? zodForm(schema, WHERE) : rawForm(schema, WHERE);
  remember(parts);
  return Object.freeze(
    Object.defineProperty({ requestedSchema: parts.requestedSchema }, PARTS, { value: parts }),
  );
}

const partsOf = (value: object): FormParts | undefined =>
  (value as { readonly [PARTS]?: FormParts })[PARTS];

/** Forms of schemas that a step was handed plain: one schema object is converted once. */
const converted = new WeakMap<object, FormParts>();

/** Returns the parts of a form, or of a schema that becomes a form now. */
export function formParts(schema: unknown): FormParts {
  if (!isRecord(schema))
    throw new ConfigError(
      'invalid_schema',
      `${WHERE}: expected a form, a zod object or a JSON Schema, not ${typeof schema}`,
    );
  const known = partsOf(schema) ?? converted.get(schema);
  if (known !== undefined) return known;
  const parts = partsOf(form(schema as JsonObject)) as FormParts;
  converted.set(schema, parts);
  return parts;
}
