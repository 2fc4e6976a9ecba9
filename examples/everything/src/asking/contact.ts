import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';

const Input = z.object({ message: z.string() });
type Input = z.output<typeof Input>;
const Contact = form(z.object({ username: z.string(), email: z.string() }));

/** What it asks is said by the caller. */
@Tool({
  name: 'test_elicitation',
  description: 'Asks a person for a name and an address.',
  input: Input,
})
export class Elicitation {
  @Elicit()
  contact({ message }: Input) {
    return ask.form(message, Contact);
  }

  run(_: Input, { contact }: Answers<Elicitation>) {
    return `User response: ${contact.username} <${contact.email}>`;
  }
}
