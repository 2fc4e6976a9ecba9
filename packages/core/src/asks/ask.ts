import type { output, ZodObject } from 'zod';
import type { JsonObject } from '../json.js';
import { type Form, formParts, type RawAnswer } from '../schema/form.js';
import { keeping } from '../schema/reader.js';
import { text, type Wording } from '../text.js';
import { all } from './all.js';
import { checkOptions } from './ask-options.js';
import { askUrl } from './ask-url.js';
import { type Check, checked } from './check.js';
import { choose } from './choose.js';
import { confirm } from './confirm.js';
import { each } from './each.js';
import { type Ask, NOTHING, type WireAsk } from './question.js';
import { type SampleParams, sampleWire } from './sample-params.js';
import { type Root, readRoots, readSampled, type Sampled, takenSample } from './sampled.js';
import { type AskOptions, messageOf, single } from './single.js';

/**
 * The answer may be missing, and is `T | undefined`: declined, dismissed, something the client cannot take, misfitting until the
 * attempts were used up, or left out by a request that answered something else or had nothing else to answer.
 */
export interface Optional {
  readonly optional: true;
}
export interface Required {
  readonly optional?: never;
}
/** A check of the whole answer, beside the form's own: what is wrong with it, or `undefined`. */
export interface Checked<A> {
  readonly check?: Check<A>;
}

function form<A>(
  message: Wording,
  form: Form<A>,
  options: Optional & Checked<A>,
): Ask<A | undefined, 'form'>;
function form<S extends ZodObject>(
  message: Wording,
  schema: S,
  options: Optional & Checked<output<S>>,
): Ask<output<S> | undefined, 'form'>;
function form(
  message: Wording,
  schema: JsonObject,
  options: Optional & Checked<RawAnswer>,
): Ask<RawAnswer | undefined, 'form'>;
function form<A>(message: Wording, form: Form<A>, options?: Required & Checked<A>): Ask<A, 'form'>;
function form<S extends ZodObject>(
  message: Wording,
  schema: S,
  options?: Required & Checked<output<S>>,
): Ask<output<S>, 'form'>;
function form(
  message: Wording,
  schema: JsonObject,
  options?: Required & Checked<RawAnswer>,
): Ask<RawAnswer, 'form'>;
function form(
  given: Wording,
  schema: object,
  options?: AskOptions & Checked<never>,
): Ask<unknown, 'form'> {
  const message = messageOf('ask.form()', given);
  checkOptions('ask.form()', options, ['optional', 'check']);
  const { requestedSchema, digest, read: reading, refill } = formParts(schema);
  const read = checked(reading, options?.check);
  const params = { mode: 'form', message, requestedSchema };
  const wire: WireAsk = { method: 'elicitation/create', params };
  return single('form', { message, schema: digest }, options, wire, { read, refill });
}

function url(message: Wording, url: Wording, options: Optional): Ask<true | undefined, 'url'>;
function url(message: Wording, url: Wording, options?: Required): Ask<true, 'url'>;
function url(given: Wording, url: Wording, options?: AskOptions): Ask<unknown, 'url'> {
  const message = messageOf('ask.url()', given);
  checkOptions('ask.url()', options, ['optional']);
  const params = { mode: 'url', message, url: askUrl(url) };
  const wire: WireAsk = { method: 'elicitation/create', params };
  return single('url', params, options, wire, { read: () => ({ ok: true, value: true }) });
}

function sample(params: SampleParams, options: Optional): Ask<Sampled | undefined, 'sample'>;
function sample(params: SampleParams, options?: Required): Ask<Sampled, 'sample'>;
function sample(given: SampleParams, options?: AskOptions): Ask<unknown, 'sample'> {
  const params = sampleWire(given);
  const wire: WireAsk = { method: 'sampling/createMessage', params };
  checkOptions('ask.sample()', options, ['optional']);
  return single('sample', params, options, wire, {
    read: (content) => {
      const kept = takenSample(content);
      return keeping({ ok: true, value: readSampled(kept) }, kept);
    },
  });
}

function roots(options: Optional): Ask<Root[] | undefined, 'roots'>;
function roots(options?: Required): Ask<Root[], 'roots'>;
function roots(options?: AskOptions): Ask<unknown, 'roots'> {
  const wire: WireAsk = { method: 'roots/list', params: {} };
  checkOptions('ask.roots()', options, ['optional']);
  return single('roots', {}, options, wire, {
    read: (content) => ({ ok: true, value: readRoots(content) }),
  });
}

/**
 * Builds the questions that `@Elicit`, `@Sample` and `@Roots` methods return. `{ optional: true }` makes the answer
 * `T | undefined`; without it, a refusal ends the call. Mistakes are `ConfigError`s `invalid_ask` or `invalid_schema`.
 */
export const ask = Object.freeze({
  /** Asks a person for a yes, or for a text that only a yes would type. A no ends the call. */
  confirm,
  /** Asks nothing: what a question method returns when there is nothing to ask. Its answer is `undefined`. */
  nothing: NOTHING,
  /** Asks a person for data, by a form: a `form(...)`, or a zod object, which is converted on first use. */
  form,
  /** Sends a person to a page, for what must not pass through the client. Accepting is consent, not completion: check that yourself. */
  url,
  /**
   * Asks the client's model to write.
   * @deprecated Sampling is deprecated by SEP-2577, but in force.
   */
  sample,
  /**
   * Asks for the directories the client lets the server work on.
   * @deprecated Roots are deprecated by SEP-2577, but in force.
   */
  roots,
  /** Asks a person to choose one or several of what the data offer: titles are shown, the answer is the value. */
  choose,
  /** Asks about any number of things, some at a time: the answer is a record by key. */
  each,
  /** Asks several questions of one step, each under a name of its own and settled alone; `{}` asks none. */
  all,
  /** Writes a text whose values are checked and whose words are free; every message, title and URL takes it. */
  text,
});
