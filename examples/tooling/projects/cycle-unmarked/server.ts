import { serve } from '../serve.js';
import { Audit } from './audit.js';
import { DeleteNote } from './delete-note.js';
import { Notes } from './notes.js';

export const server = serve(
  DeleteNote,
  { token: Notes, useClass: Notes },
  { token: Audit, useClass: Audit },
);
