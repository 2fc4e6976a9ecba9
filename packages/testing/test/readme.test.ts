import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const blocks = [...read('../README.md').matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code]) => code);

describe('the README', () => {
  it.each(['delete-file.ts', 'delete-file.test.ts'])('shows %s, which is compiled and run, as it is', (name) => {
    expect(blocks).toContain(read(`./readme/${name}`));
  });

  it('proves a whole tool in under 20 lines', () => {
    const proof = blocks.find((code) => code?.startsWith('// delete-file.test.ts'));
    expect(proof?.trimEnd().split('\n').length).toBeLessThan(20);
  });
});
