import { literal, union, type ZodLiteral, type ZodUnion } from 'zod';
import { ConfigError } from '../errors.js';
import { type Wording, wordsOf } from '../text.js';

type Titled<R> = ZodUnion<
  readonly [ZodLiteral<keyof R & string>, ...ZodLiteral<keyof R & string>[]]
>;

/**
 * Makes a zod schema of titled choices, `choices({ eu: 'Frankfurt', us: 'Oregon' })`: the person sees the titles, the
 * answer is the value. `z.array(choices({...}))` lets them choose several. Choices come in the order written, but for
 * values that look like whole numbers: JavaScript puts those first.
 * @throws ConfigError `invalid_schema` when there is nothing to choose, and for a title that is no text (`ask.text`).
 */
export function choices<const R extends { readonly [value: string]: Wording }>(
  titles: R,
): Titled<R> {
  const options = Object.entries(titles).map(([value, title], at) =>
    literal(value).meta({ title: wordsOf(title, `choices(): title ${at + 1}`, 'invalid_schema') }),
  );
  if (options.length === 0)
    throw new ConfigError(
      'invalid_schema',
      'choices(): there is nothing to choose. Name at least one value',
    );
  const error = `Invalid option: expected one of ${Object.keys(titles)
    .map((value) => JSON.stringify(value))
    .join('|')}`;
  return union(options as never, { error }) as unknown as Titled<R>;
}
