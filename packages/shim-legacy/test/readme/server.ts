// server.ts
import { aeadCodec } from '@countersign/codec-aead';
import { type Answers, ask, createServer, Elicit, form, Tool } from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { z } from 'zod';

const Input = z.object({ path: z.string() });
type Input = z.output<typeof Input>;
const Confirm = form(z.object({ confirm: z.boolean() }));

@Tool({ name: 'delete', description: 'Deletes a file once a person confirms it.', input: Input })
export class DeleteFile {
  @Elicit()
  confirm({ path }: Input) {
    return ask.form(`Delete ${path}?`, Confirm);
  }

  run({ path }: Input, { confirm }: Answers<DeleteFile>) {
    return confirm.confirm ? `Deleted ${path}.` : 'Nothing was deleted.';
  }
}

export const server = createServer({
  name: 'files',
  version: '1.0.0',
  components: [DeleteFile],
  state: { codec: aeadCodec() },
  legacy: legacyShim(),
});
