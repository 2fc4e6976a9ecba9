import { beforeAll, describe, expect, it } from 'vitest';
import { compileDocuments } from '../compile-documents.mjs';
import { documents, readDocument } from '../documents.mjs';

const fence = (info: string, ...lines: string[]) =>
  `${['```'.concat(info), ...lines, '```'].join('\n')}\n`;

describe('every document', () => {
  const all = documents();
  let problems: ReturnType<typeof compileDocuments>;
  // One program for all of them: most of its time goes into the types that they share.
  beforeAll(() => {
    problems = compileDocuments(all);
  }, 120_000);

  it.each(all.map(({ path }) => path))('has code that compiles: %s', (path) => {
    expect(problems.get(path)).toEqual([]);
  });

  it('is among those that were looked at', () => {
    expect(all.filter(({ blocks }) => blocks.length > 0).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['README.md', 'packages/core/README.md', 'docs/eras.md']),
    );
  });
});

describe('a document', () => {
  const first = readDocument(
    'docs/first.md',
    `# First\n\n${fence('ts', '// one.ts', 'export const one: number = 1;')}`,
  );
  const text = [
    '# Title',
    '<!-- beside docs/first.md -->',
    fence('ts', '// two.ts', "import { one } from './one.js';", 'export const two: string = one;'),
    fence('ts', "import { two } from './two.js';", 'two satisfies string;', 'three;'),
    `<!-- given\ndeclare const three: 3;\n-->\n${fence('ts', 'three satisfies 3;', 'three satisfies 4;')}`,
    fence('ts fragment', 'const made = make({', '  // …', '  three,', '});'),
    fence('ts fragment', 'const four = ;'),
    fence('json', '{ "not": code }'),
  ].join('\n');
  const document = readDocument('docs/second.md', text);
  const lineOf = (code: string) => text.split('\n').indexOf(code) + 1;

  it('has its blocks compiled together, with those beside it and what goes without saying, and told of by its own lines', () => {
    const lone = readDocument(
      'docs/lone.md',
      `<!-- beside docs/none.md -->\n${fence('ts', 'await Promise.resolve(2);')}`,
    );
    const problems = compileDocuments([first, document, lone]);
    expect(problems.get('docs/first.md')).toEqual([]);
    expect(problems.get('docs/lone.md')).toEqual([
      'docs/lone.md: there is no docs/none.md to be beside',
    ]);
    expect(problems.get('docs/second.md')?.sort()).toEqual(
      [
        `docs/second.md:${lineOf('const four = ;')}: Expression expected.`,
        `docs/second.md:${lineOf('export const two: string = one;')}: Type 'number' is not assignable to type 'string'.`,
        `docs/second.md:${lineOf('three;')}: Cannot find name 'three'.`,
        `docs/second.md:${lineOf('three satisfies 4;')}: Type '3' does not satisfy the expected type '4'.`,
      ].sort(),
    );
  });

  it('has components that the check of core finds nothing in', () => {
    const component = (read: string) =>
      fence(
        'ts',
        "import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';",
        "@Tool({ name: 'greet', description: 'Greets.' })",
        'class Greet {',
        '  @Elicit() who() {',
        "    return ask.form('Who?', Name);",
        '  }',
        `  run(_: object, ${read}: Answers<Greet>) { return 'Hello.'; }`,
        '}',
      );
    const given = [
      '<!-- given',
      "import type { Form } from '@countersign/core';",
      'declare const Name: Form<{ name: string }>;',
      '-->',
      '',
    ].join('\n');
    const [read, unread] = ['{ who: _who }', '_answers'].map((taken, at) =>
      readDocument(`docs/${at}.md`, `# Title\n${given}${component(taken)}`),
    );
    if (read === undefined || unread === undefined) throw new Error('two documents');
    const problems = compileDocuments([read, unread]);
    expect(problems.get('docs/0.md')).toEqual([]);
    expect(problems.get('docs/1.md')).toEqual([
      expect.stringMatching(/^docs\/1\.md:10: unread-answer: .* Greet\.who/),
    ]);
  });

  it('has no code that escapes', () => {
    const read = (...lines: string[]) => readDocument('x.md', lines.join('\n'));
    expect(read(fence('ts', 'a;'), fence('ts', 'b;')).blocks).toHaveLength(2);
    expect(() => read(fence('typescript', 'a;'))).toThrow('x.md:2: fence code as ```ts');
    expect(() => read(fence('ts title="a"', 'a;'))).toThrow('fragment');
    expect(() => read('- a list', '  ```ts', '  a;', '  ```')).toThrow('x.md:2: begin fences');
    expect(() => read(fence('ts', '// a.ts'), fence('ts', '// a.ts'))).toThrow('a second a.ts');
  });
});
