import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';

/** A default of every type that a field may have (SEP-1034). */
const Profile = form(
  z.object({
    name: z.string().default('John Doe'),
    age: z.int().default(30),
    score: z.number().default(95.5),
    status: z.enum(['active', 'inactive', 'pending']).default('active'),
    verified: z.boolean().default(true),
  }),
);

@Tool({
  name: 'test_elicitation_sep1034_defaults',
  description: 'Asks a person to go over values that are filled in already.',
})
export class ElicitationDefaults {
  @Elicit()
  profile() {
    return ask.form('Please review and update the form fields with defaults', Profile);
  }

  run(_: object, { profile }: Answers<ElicitationDefaults>) {
    return `Elicitation completed: ${JSON.stringify(profile)}`;
  }
}
