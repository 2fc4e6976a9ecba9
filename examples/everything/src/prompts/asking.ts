import { type Answers, ask, Elicit, form, Prompt } from '@countersign/core';
import { z } from 'zod';

const Context = form(z.object({ context: z.string() }));

/** Prompts ask as tools do. */
@Prompt({
  name: 'test_input_required_result_prompt',
  description: 'A prompt that asks a person what it should be about.',
})
export class AskingPrompt {
  @Elicit()
  user_context() {
    return ask.form('What context should the prompt use?', Context);
  }

  run(_: object, { user_context: { context } }: Answers<AskingPrompt>) {
    return `Use this context: ${context}`;
  }
}
