// A barrel for those outside: the classes behind it import each other's files, or the barrel would put all of them into one cycle.
export { Audit } from './audit.js';
export { DeleteNote } from './delete-note.js';
export { Notes } from './notes.js';
