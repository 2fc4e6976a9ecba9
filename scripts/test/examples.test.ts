import { describe, expect, it } from 'vitest';
import { exampleFiles } from '../examples.mjs';

const block = (language: string, ...lines: string[]) =>
  ['```', language, '\n', ...lines.map((line) => `${line}\n`), '```\n'].join('');

describe('the example of a document', () => {
  it('is its ts blocks that name their file', () => {
    const text = `# Title\n${block('sh', 'npm i')}${block('ts', '// deploy.ts', 'a;')}and\n${block('ts', 'b;')}${block('ts', '// server.ts', 'c;')}`;
    expect(exampleFiles('x.md', text)).toEqual([
      { name: 'deploy.ts', text: '// deploy.ts\na;\n' },
      { name: 'server.ts', text: '// server.ts\nc;\n' },
    ]);
  });

  it('is missed where there is none', () => {
    expect(() => exampleFiles('x.md', block('ts', 'no name'))).toThrow('x.md has no example');
  });
});
