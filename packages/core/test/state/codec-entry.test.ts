import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Every module that an entry point reaches: relative ones are followed, the others collected. */
function reached(entry: URL): Set<string> {
  const seen = new Set<string>();
  const others = new Set<string>();
  const visit = (file: URL): void => {
    if (seen.has(file.href)) return;
    seen.add(file.href);
    for (const [, from] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s+'([^']+)'/g)) {
      if (from?.startsWith('.')) visit(new URL(from.replace(/\.js$/, '.ts'), file));
      else if (from !== undefined) others.add(from);
    }
  };
  visit(entry);
  return others;
}

describe('the codec entry point', () => {
  it('loads hashes and nothing else: no schema library, no container, no metadata, no protocol', () => {
    expect([...reached(new URL('../../src/codec.ts', import.meta.url))].sort()).toEqual([
      '@noble/hashes/hkdf.js',
      '@noble/hashes/sha2.js',
    ]);
  });

  it('is watched by a walk that does see what the main entry point loads', () => {
    expect(reached(new URL('../../src/index.ts', import.meta.url))).toContain('reflect-metadata');
  });
});
