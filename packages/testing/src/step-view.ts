import type { Again, Ask, AskKind, Json, Jsonify, Nothing } from '@countersign/core';
import { isAgain, type Question, questionsOf } from '@countersign/core/internal';
import { type AskView, asksOf } from './asks.js';

/** What a step asks, as a client would see it. */
export type StepAsk<K extends AskKind = AskKind> = Extract<AskView, { readonly kind: K }> & {
  readonly optional: boolean;
  /** The questions of an `ask.all` by name; empty for a single question. Its own `message` is all of theirs, by line. */
  readonly members: Readonly<Record<string, AskView>>;
};

/** What a test sees of what a step returned: its question, nothing, or its value as it travels as JSON. */
export type Seen<R> =
  R extends Ask<unknown, infer K>
    ? StepAsk<K>
    : R extends Again
      ? Again
      : R extends Nothing | undefined
        ? undefined
        : Jsonify<R>;

/** Shows what the method of a step returned. */
export function seen(returned: unknown): unknown {
  const questions = questionsOf(returned);
  if (questions !== undefined) {
    if ('none' in questions) return undefined;
    return 'one' in questions
      ? single(questions.one)
      : several((returned as Ask<unknown>).kind, questions.all);
  }
  if (returned === undefined || isAgain(returned)) return returned;
  return JSON.parse(JSON.stringify(returned)) as Json;
}

const viewOf = ({ wire }: Question): AskView => asksOf({ only: wire }).only as AskView;

const single = (question: Question): StepAsk =>
  ({ ...viewOf(question), optional: question.optional, members: {} }) as StepAsk;

function several(kind: AskKind, all: ReadonlyMap<string, Question>): StepAsk {
  const members = Object.fromEntries([...all].map(([name, question]) => [name, viewOf(question)]));
  const message = Object.values(members)
    .map((member) => member.message)
    .join('\n');
  return {
    kind,
    message,
    params: {},
    requestedSchema: {},
    fields: {},
    url: '',
    optional: false,
    members,
  } as unknown as StepAsk;
}
