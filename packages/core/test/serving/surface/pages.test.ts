import { describe, expect, it } from 'vitest';
import { createServer, Tool } from '../../../src/index.js';
import { compileComponent, compileJsonSchema } from '../../../src/internal.js';
import { pagesOf } from '../../../src/serving/surface/pages.js';
import { call } from '../../support/serving.js';

const named = (name: string, visible?: () => boolean) => {
  @Tool({ name, description: 'One of many.', ...(visible && { visible }) })
  class Made {
    run() {
      return name;
    }
  }
  return Made;
};
const letters = (text: string) =>
  [...text].map((name) => compileComponent(named(name), compileJsonSchema));
const pages = (text: string, size: number) => pagesOf('tools', letters(text), size);
const namesOf = (page: ReturnType<ReturnType<typeof pagesOf>>) =>
  (page?.tools as { name: string }[] | undefined)?.map(({ name }) => name).join('');

describe('pages', () => {
  it.each([
    ['', 2, ['']],
    ['ab', 2, ['ab']],
    ['abc', 2, ['ab', 'c']],
    ['abcd', 2, ['ab', 'cd']],
    ['abc', 1, ['a', 'b', 'c']],
    ['abc', 1000, ['abc']],
  ] as const)('cut "%s" by %i into %j', (text, size, expected) => {
    const page = pages(text, size);
    const seen: (string | undefined)[] = [];
    let cursor: unknown;
    do {
      const next = page(cursor);
      seen.push(namesOf(next));
      cursor = next?.nextCursor;
    } while (cursor !== undefined && seen.length < 10);
    expect(seen).toEqual(expected);
  });

  it('are found again by every replica with the same components', () => {
    const cursor = pages('abcd', 2)(undefined)?.nextCursor;
    expect(namesOf(pages('abcd', 2)(cursor))).toBe('cd');
  });

  it.each([
    ['one more', 'abcde', 2],
    ['one less', 'abc', 2],
    ['another order', 'abdc', 2],
    ['another component in one place', 'abce', 2],
    ['pages of another size', 'abcd', 1],
  ])('are not found by the cursor of a list with %s', (_, text, size) => {
    const cursor = pages('abcd', 2)(undefined)?.nextCursor;
    expect(pages('abcd', 2)(cursor)).toBeDefined();
    expect(pages(text, size)(cursor)).toBeUndefined();
  });

  it('are not found by what is no cursor of theirs', () => {
    const page = pages('abcd', 2);
    const cursor = String(page(undefined)?.nextCursor);
    expect(page(cursor)).toBeDefined();
    for (const made of [
      '',
      '1',
      cursor.replace('1.', '0.'),
      cursor.replace('1.', '2.'),
      cursor.replace('1.', '01.'),
      ` ${cursor}`,
      `${cursor}=`,
    ])
      expect(page(made), made).toBeUndefined();
    for (const odd of [null, 1, {}, [cursor], true, '__proto__', 'constructor'])
      expect(page(odd)).toBeUndefined();
  });

  it('are the same objects each time, made of the listings as they were compiled', () => {
    const blueprints = letters('abc');
    const page = pagesOf('tools', blueprints, 2);
    expect(page(undefined)).toBe(page(undefined));
    expect([page(undefined)?.tools].flat()[0]).toBe(blueprints[0]?.listing);
  });
});

describe('a list that differs by caller', () => {
  it('has cursors of its own for each of them', async () => {
    let admin = true;
    const server = createServer({
      name: 's',
      version: '1',
      components: [named('a'), named('b', () => admin), named('c'), named('d')],
      pageSize: 2,
    });
    const { url } = await server.listen();
    const list = async (cursor?: string) =>
      (
        await call(url, {
          method: 'tools/list',
          params: { ...(cursor !== undefined && { cursor }) },
        })
      ).body;
    const first = (await list()).result;
    expect(namesOf(first)).toBe('ab');
    expect(namesOf((await list(first.nextCursor)).result)).toBe('cd');
    admin = false;
    expect((await list(first.nextCursor)).error).toEqual({
      code: -32_602,
      message: 'Unknown cursor',
    });
    const others = (await list()).result;
    expect(namesOf(others)).toBe('ac');
    expect(namesOf((await list(others.nextCursor)).result)).toBe('d');
    await server.close({ graceMs: 0 });
  });
});
