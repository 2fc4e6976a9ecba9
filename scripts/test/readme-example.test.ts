import { describe, expect, it } from 'vitest';
import { exampleFiles } from '../readme-example.mjs';

const block = (language: string, ...lines: string[]) => ['```', language, '\n', ...lines.map((line) => `${line}\n`), '```\n'].join('');

describe('the example of a README', () => {
  it('is its leading ts blocks that name their file', () => {
    const readme = `# Title\n${block('sh', 'npm i')}${block('ts', '// deploy.ts', 'a;')}and\n${block('ts', '// server.ts', 'b;')}`;
    expect(exampleFiles(readme)).toEqual([
      { name: 'deploy.ts', text: '// deploy.ts\na;\n' },
      { name: 'server.ts', text: '// server.ts\nb;\n' },
    ]);
  });

  it('ends where a block names no file, or one that is there already', () => {
    const first = block('ts', '// deploy.ts', 'a;');
    expect(exampleFiles(first + block('ts', 'other();') + block('ts', '// late.ts'))).toHaveLength(1);
    expect(exampleFiles(first + block('ts', '// deploy.ts', 'again;'))).toHaveLength(1);
  });

  it('is missed where there is none', () => {
    expect(() => exampleFiles(block('ts', 'no name'))).toThrow('README.md has no example');
  });
});
