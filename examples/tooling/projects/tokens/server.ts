import { serve } from '../serve.js';
import { Notes } from '../typed/notes.js';
import { DeleteNote } from './delete-note.js';

export const server = serve(
  DeleteNote,
  { token: Notes, useClass: Notes },
  { token: 'closing', useValue: { mark: '?' } },
);
