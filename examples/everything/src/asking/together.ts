import { type Answers, ask, Elicit, form, Roots, Sample, Tool } from '@countersign/core';
import { z } from 'zod';

const Name = form(z.object({ name: z.string() }));

/** Questions that need no answer of each other leave in one result. */
@Tool({
  name: 'test_input_required_result_multiple_inputs',
  description: 'Asks a person, the model and the client at once.',
})
export class MultipleInputs {
  @Elicit()
  user_name() {
    return ask.form('What is your name?', Name);
  }

  @Sample()
  greeting() {
    return ask.sample({
      messages: [{ role: 'user', content: { type: 'text', text: 'Generate a greeting' } }],
      maxTokens: 50,
    });
  }

  @Roots()
  client_roots() {
    return ask.roots();
  }

  run(_: object, { user_name: { name }, greeting, client_roots: roots }: Answers<MultipleInputs>) {
    return `${greeting.text} ${name}, you work on ${roots.map(({ uri }) => uri).join(', ')}.`;
  }
}
