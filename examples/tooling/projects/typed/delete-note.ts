import { ask, Elicit, Tool } from '@countersign/core';
import { z } from 'zod';
import { Notes } from './notes.js';

const Input = z.object({ id: z.string() });
type Input = z.output<typeof Input>;

@Tool({
  name: 'delete-note',
  description: 'Deletes a note once a person confirms it.',
  input: Input,
})
export class DeleteNote {
  constructor(private readonly notes: Notes) {}

  @Elicit()
  confirm({ id }: Input) {
    return ask.confirm(`Delete ${id}?`);
  }

  run({ id }: Input) {
    return this.notes.delete(id);
  }
}
