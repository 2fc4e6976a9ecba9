import { ask, Elicit, inject, Tool } from '@countersign/core';
import { z } from 'zod';
import { Notes } from '../typed/notes.js';
import type { Closing } from './closing.js';

const Input = z.object({ id: z.string() });
type Input = z.output<typeof Input>;

@Tool({
  name: 'delete-note',
  description: 'Deletes a note once a person confirms it.',
  input: Input,
})
export class DeleteNote {
  constructor(
    @inject(Notes) private readonly notes: Notes,
    @inject('closing') private readonly closing: Closing,
  ) {}

  @Elicit()
  confirm({ id }: Input) {
    return ask.confirm(`Delete ${id}${this.closing.mark}`);
  }

  run({ id }: Input) {
    return this.notes.delete(id);
  }
}
