import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';

const Name = form(z.object({ name: z.string() }));

/**
 * The key of a question on the wire is the name of its step. This one may be answered before it was put, which the suite does
 * and which is no harm here; a confirmation would never say so.
 */
@Tool({
  name: 'test_input_required_result_elicitation',
  description: 'Asks a person for their name, and greets them.',
})
export class UserName {
  @Elicit({ presupplied: true })
  user_name() {
    return ask.form('What is your name?', Name);
  }

  run(_: object, { user_name: { name } }: Answers<UserName>) {
    return `Hello, ${name}!`;
  }
}
