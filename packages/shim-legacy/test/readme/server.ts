// server.ts
import { aeadCodec } from '@countersign/codec-aead';
import { ask, createServer, Elicit, Tool } from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { z } from 'zod';

const Input = z.object({ path: z.string() });
type Input = z.output<typeof Input>;

@Tool({ name: 'delete', description: 'Deletes a file once a person confirms it.', input: Input })
export class DeleteFile {
  @Elicit()
  confirm({ path }: Input) {
    return ask.confirm(`Delete ${path}?`);
  }

  run({ path }: Input) {
    return `Deleted ${path}.`;
  }
}

export const server = createServer({
  name: 'files',
  version: '1.0.0',
  components: [DeleteFile],
  state: { codec: aeadCodec() },
  legacy: legacyShim(),
});
