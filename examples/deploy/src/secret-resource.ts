import { ask, Elicit, Resource } from '@countersign/core';

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
    return ask.confirm(`Reveal ${name}?`);
  }

  run({ name }: { name: string }) {
    return `the value of ${name}`;
  }
}
