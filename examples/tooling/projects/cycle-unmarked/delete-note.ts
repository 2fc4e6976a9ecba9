import { Tool } from '@countersign/core';
import { Notes } from './notes.js';

@Tool({ name: 'delete-note', description: 'Deletes the note a.' })
export class DeleteNote {
  constructor(private readonly notes: Notes) {}
  run() {
    return this.notes.delete();
  }
}
