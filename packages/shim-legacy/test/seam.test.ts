import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const source = new URL('../src/', import.meta.url);
const importing = (specifier: string) =>
  readdirSync(source).filter((file) =>
    readFileSync(new URL(file, source), 'utf8').includes(`from '${specifier}'`),
  );

describe('the shim', () => {
  it('knows the engine by its host interface only, and the SDK in one file', () => {
    expect(importing('@countersign/core/internal')).toEqual(['host.ts']);
    expect(importing('@modelcontextprotocol/server')).toEqual(['sdk.ts']);
    expect(importing('./sdk.js').sort()).toEqual([
      'connection.ts',
      'event-store.ts',
      'index.ts',
      'options.ts',
    ]);
  });
});
