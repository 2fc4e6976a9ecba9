import { type Answers, ask, Elicit, form, Resource } from '@countersign/core';
import { z } from 'zod';

const Reveal = form(z.object({ reveal: z.boolean() }));

/** Resources ask too; `{name}` comes from the URI that is read. */
@Resource({
  uri: 'secret://{name}',
  name: 'secret',
  description: 'A secret of the release, once a person agrees.',
  mimeType: 'text/plain',
})
export class SecretResource {
  @Elicit()
  reveal({ name }: { name: string }) {
    return ask.form(`Reveal ${name}?`, Reveal);
  }

  run({ name }: { name: string }, { reveal }: Answers<SecretResource>) {
    return reveal.reveal ? `the value of ${name}` : '(not revealed)';
  }
}
