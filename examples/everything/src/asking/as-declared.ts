import { type Answers, ask, Elicit, form, Sample, Tool } from '@countersign/core';
import { z } from 'zod';

const Name = form(z.object({ name: z.string() }));

/** Nothing is asked that the client did not declare it takes. An optional question is then left out; the answer is undefined. */
@Tool({
  name: 'test_input_required_result_capabilities',
  description: 'Asks a person, or the model, or both: whom the client declared.',
})
export class AsDeclared {
  @Elicit()
  user_name() {
    return ask.form('What is your name?', Name, { optional: true });
  }

  @Sample()
  greeting() {
    const messages = [
      { role: 'user' as const, content: { type: 'text' as const, text: 'Generate a greeting' } },
    ];
    return ask.sample({ messages, maxTokens: 50 }, { optional: true });
  }

  run(_: object, { user_name: person, greeting }: Answers<AsDeclared>) {
    return `${greeting?.text ?? 'Hello,'} ${person?.name ?? 'whoever you are'}!`;
  }
}
