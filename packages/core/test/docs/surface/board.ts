// board.ts
import { Changes, createServer, Resource, Tool, type Viewer } from '@countersign/core';
import { z } from 'zod';

const isEditor = ({ claims }: Viewer) => claims.role === 'editor';

@Resource({ uri: 'board://notes', name: 'notes', cacheHint: { ttlMs: 60_000 } })
export class Notes {
  run() {
    return 'Nothing is due today.';
  }
}

@Tool({
  name: 'post',
  description: 'Posts a note.',
  input: z.object({ text: z.string() }),
  visible: isEditor,
})
export class Post {
  constructor(private readonly changes: Changes) {}

  run({ text }: { text: string }) {
    this.changes.resourceUpdated('board://notes');
    return `Posted: ${text}`;
  }
}

export const server = createServer({
  name: 'board',
  version: '1.0.0',
  components: [Notes, Post],
  cacheHints: { 'resources/list': { ttlMs: 60_000, cacheScope: 'public' } },
});
