import { serve } from '../serve.js';
import { Audit, DeleteNote, Notes } from './index.js';

export const server = serve(
  DeleteNote,
  { token: Notes, useClass: Notes },
  { token: Audit, useClass: Audit },
);
