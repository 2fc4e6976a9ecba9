// delete-file.ts
import { aeadCodec } from '@countersign/codec-aead';
import { type Answers, ask, createServer, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';

const Input = z.object({ path: z.string() });
type Input = z.output<typeof Input>;
const Confirm = form(z.object({ confirm: z.boolean() }));

export const deleted: string[] = []; // the world outside

@Tool({ name: 'delete', description: 'Deletes a file once a person confirms it.', input: Input })
export class DeleteFile {
  @Elicit()
  confirm({ path }: Input) {
    return ask.form(`Delete ${path}?`, Confirm);
  }

  run({ path }: Input, { confirm }: Answers<DeleteFile>) {
    if (!confirm.confirm) return 'Nothing was deleted.';
    deleted.push(path);
    return `Deleted ${path}.`;
  }
}

export const server = createServer({ name: 'files', version: '1.0.0', components: [DeleteFile], state: { codec: aeadCodec() } });
