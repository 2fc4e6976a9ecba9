import { Tool } from '@countersign/core';
// The mistake: an injected service needs an import that is left at run time.
import type { Notes } from '../typed/notes.js';

@Tool({ name: 'delete-note', description: 'Deletes the note a.' })
export class DeleteNote {
  constructor(private readonly notes: Notes) {}
  run() {
    return this.notes.delete('a');
  }
}
