import type { Wording } from '../../text.js';
import { inputRequired as official } from '../sdk.js';

type Official = typeof official;
/** Parameters of a question, whose texts may be meant word for word. */
type Worded<P> = {
  readonly [K in keyof P]: K extends 'message' | 'url' ? Wording : P[K];
};

/**
 * Builds the interim result of a hand-written handler, as the official SDK does. Messages and URLs may be `ask.text`, and
 * are checked as those of `ask.form` and `ask.url` are.
 */
export const inputRequired = official as Official & {
  /** Asks by a form. */
  elicit(params: Worded<Parameters<Official['elicit']>[0]>): ReturnType<Official['elicit']>;
  /** Sends a person to a page. */
  elicitUrl(
    params: Worded<Parameters<Official['elicitUrl']>[0]>,
  ): ReturnType<Official['elicitUrl']>;
};
