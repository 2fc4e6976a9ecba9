import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';
import { Notes } from './notes.js';

const Input = z.object({ id: z.string() });
type Input = z.output<typeof Input>;
const Sure = form(z.object({ sure: z.boolean() }));

@Tool({
  name: 'delete-note',
  description: 'Deletes a note once a person confirms it.',
  input: Input,
})
export class DeleteNote {
  constructor(private readonly notes: Notes) {}

  @Elicit()
  confirm({ id }: Input) {
    return ask.form(`Delete ${id}?`, Sure);
  }

  run({ id }: Input, { confirm }: Answers<DeleteNote>) {
    return confirm.sure ? this.notes.delete(id) : 'Kept.';
  }
}
