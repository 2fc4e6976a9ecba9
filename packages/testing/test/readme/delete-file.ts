// delete-file.ts
import { aeadCodec } from '@countersign/codec-aead';
import { ask, createServer, Elicit, Tool } from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { z } from 'zod';

export class Files {
  delete(path: string) {
    console.error(`deleting ${path}`);
  }
}

const Input = z.object({ path: z.string() });
type Input = z.output<typeof Input>;

@Tool({ name: 'delete', description: 'Deletes a file once a person confirms it.', input: Input })
export class DeleteFile {
  constructor(private readonly files: Files) {}

  @Elicit()
  confirm({ path }: Input) {
    return ask.confirm(`Delete ${path}?`);
  }

  run({ path }: Input) {
    this.files.delete(path);
    return `Deleted ${path}.`;
  }
}

export const server = createServer({
  name: 'files',
  version: '1.0.0',
  components: [DeleteFile],
  providers: [{ token: Files, useClass: Files }],
  state: { codec: aeadCodec() },
  legacy: legacyShim(),
});
