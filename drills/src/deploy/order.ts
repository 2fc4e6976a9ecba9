import { createHash } from 'node:crypto';
import { type Answers, ask, type ComponentClass, Elicit, form } from '@countersign/core';
import { z } from 'zod';

export const Input = z.object({ item: z.string() });
export type Input = z.output<typeof Input>;
export const Said = form(z.object({ answer: z.string() }));
/** Options of every version of the tool: to a client it is one. */
export const TOOL = { name: 'order', description: 'Ships an item.', input: Input } as const;

/** What both versions of the tool have in common: three questions, each of which reads the answer to the one before. */
export class Order {
  @Elicit()
  where({ item }: Input) {
    return ask.form(`Ship ${item} where?`, Said);
  }

  @Elicit()
  confirm({ item }: Input, { where }: Answers<Order, 'where'>) {
    return ask.form(`Ship ${item} to ${where.answer}?`, Said);
  }

  @Elicit()
  note({ item }: Input, { confirm }: Answers<Order, 'confirm'>) {
    return ask.form(`Note on ${item}, confirmed by ${confirm.answer}?`, Said);
  }

  /** Tells what it was handed, and by which version: each is a class named Old or New. */
  run(_: Input, answers: object): string {
    return JSON.stringify({ by: this.constructor.name, answers: { ...answers } } satisfies Handed);
  }
}

/** What a flow ended in. */
export interface Handed {
  readonly by: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** What the person answers: different for every question and field, so that an answer to another question would be seen. */
export const answerTo = (message: string, field: string): string =>
  createHash('sha256').update(`${field} of ${message}`).digest('hex').slice(0, 12);

/** The answer to a question with one field, as a version hands it to `run`. */
export const said = (message: string): { readonly answer: string } => ({
  answer: answerTo(message, 'answer'),
});

export type Version = 'old' | 'new';

/** Two versions of the tool, and what each must hand to its `run`, worked out from its own questions alone. */
export interface Change {
  readonly name: string;
  readonly old: ComponentClass;
  readonly new: ComponentClass;
  readonly expected: (version: Version, item: string) => Readonly<Record<string, unknown>>;
  /** Whether each version asks what the other takes no answer to: then a flow gets nowhere that meets the other one in every round. */
  readonly differs: boolean;
}
