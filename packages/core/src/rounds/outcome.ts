import type { WireAsk } from '../asks/question.js';
import type { JsonObject } from '../json.js';
import type { Journal } from './journal.js';

/** What one round ends in, before anything is sealed. The dispatcher seals `journal` and maps the rest to the wire. */
export type RoundOutcome =
  | { readonly kind: 'completed'; readonly value: unknown }
  | { readonly kind: 'asking'; readonly asks: ReadonlyMap<string, WireAsk>; readonly journal: Journal }
  | { readonly kind: 'again'; readonly afterMs: number | undefined; readonly steps: readonly string[]; readonly journal: Journal }
  | {
      readonly kind: 'refused';
      readonly step: string;
      readonly action: 'decline' | 'cancel';
      /** What the author's `declined` hook returned, if there is one. */
      readonly result?: { readonly value: unknown };
    }
  | { readonly kind: 'unsupported'; readonly lacking: JsonObject }
  | {
      readonly kind: 'exhausted';
      readonly limit: 'rounds' | 'deadline' | 'attempts' | 'changes';
      readonly step?: string;
      readonly field?: string;
    }
  | { readonly kind: 'stuck'; readonly steps: readonly string[] }
  | { readonly kind: 'failed'; readonly where: 'step' | 'run'; readonly step?: string; readonly error: unknown };
