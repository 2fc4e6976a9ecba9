import { responsesOf } from '../../asks/responses.js';
import { isPlainJson, type Json } from '../../json.js';
import type { Redeeming } from './single-use.js';

/** The answers that can count: to the open questions of the state, as received. What JSON cannot hold is null, and fits nothing. */
export function answersTo({
  request,
  journal,
}: Pick<Redeeming, 'request' | 'journal'>): Readonly<Record<string, Json>> {
  const answers: Record<string, Json> = Object.create(null);
  for (const [key, answer] of responsesOf(request.responses)) {
    if (Object.hasOwn(journal.open, key)) answers[key] = isPlainJson(answer) ? answer : null;
  }
  return answers;
}
