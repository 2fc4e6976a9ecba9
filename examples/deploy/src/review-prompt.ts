import { type Answers, ask, Elicit, form, Prompt } from '@countersign/core';
import { z } from 'zod';

const Input = z.object({ change: z.string() });
const Focus = form(z.object({ focus: z.enum(['security', 'speed']) }));

/** Prompts ask as tools do. */
@Prompt({
  name: 'review',
  description: 'Reviews a change, looking at what a person picks.',
  input: Input,
})
export class ReviewPrompt {
  @Elicit()
  focus({ change }: { change: string }) {
    return ask.form(`What should the review of ${change} look at?`, Focus);
  }

  run({ change }: { change: string }, { focus }: Answers<ReviewPrompt>) {
    return `Review ${change}. Look at ${focus.focus} above all.`;
  }
}
