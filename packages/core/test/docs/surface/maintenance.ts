// maintenance.ts
import { Post, server } from './board.js';

export function freeze() {
  server.components.disable(Post); // or by name: 'post'
}

export function thaw() {
  server.components.enable(Post);
}

export function rightsChanged() {
  server.changes.listChanged('tools'); // what `visible` returns is different now
}
