import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCheck } from '../../../src/cli/check/command.js';

const CORE = fileURLToPath(new URL('../../../', import.meta.url));
const BIN = join(CORE, 'bin/countersign.js');

const GOOD = `
import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';
const Name = form(z.object({ name: z.string() }));
@Tool({ name: 'greet', description: 'Greets somebody.' })
export class Greet {
  @Elicit() who() { return ask.form('Who?', Name); }
  run(_: object, { who }: Answers<Greet>) { return who.name; }
}
`;
const UNREAD = GOOD.replace('{ who }: Answers<Greet>', '_answers: Answers<Greet>').replace(
  'who.name',
  "'Hello.'",
);
const WARNED = GOOD.replace('name: z.string()', 'name: z.boolean()').replace(
  'return who.name',
  'return String(who.name)',
);
const OPTIONS = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  experimentalDecorators: true,
  skipLibCheck: true,
  types: [],
};

let folder: string;
let from: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'check-')));
  from = process.cwd();
  process.chdir(folder);
  await mkdir('node_modules/@countersign', { recursive: true });
  await symlink(CORE, 'node_modules/@countersign/core');
  await symlink(join(CORE, 'node_modules/zod'), 'node_modules/zod');
  await symlink(join(CORE, '../../node_modules/typescript'), 'node_modules/typescript');
  await write({ 'package.json': { type: 'module' }, 'tsconfig.json': configOf() });
});
afterEach(async () => {
  process.chdir(from);
  await rm(folder, { recursive: true, force: true });
});

const configOf = (more: object = { include: ['src'] }, options: object = {}) => ({
  compilerOptions: { ...OPTIONS, ...options },
  ...more,
});

async function write(files: Readonly<Record<string, string | object>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

async function run(args: readonly string[], beside?: string) {
  const [out, err]: [string[], string[]] = [[], []];
  const streams = {
    out: async (text: string) => void out.push(text),
    err: async (text: string) => void err.push(text),
  };
  const code = await runCheck(args, streams, beside);
  return { code, out: out.join(''), err: err.join('') };
}

const FINDING =
  'src/a.ts:7:13 error unread-answer: nobody reads the answer to Greet.who, whatever people ' +
  'say — read "who" in run; if a yes is all that is wanted, ask it with ask.confirm\n';

describe('countersign check', () => {
  it('prints a line for each finding and one at the end; an error exits with 1', async () => {
    await write({ 'src/a.ts': UNREAD, 'src/b.ts': GOOD });
    expect(await run(['src'])).toEqual({
      code: 1,
      out: `${FINDING}countersign check: 1 error, 0 warnings; 2 components in 2 files\n`,
      err: '',
    });
  });

  it('exits with 0 where there are only warnings, or nothing', async () => {
    await write({ 'src/a.ts': GOOD });
    const summary = 'countersign check: 0 errors, 0 warnings; 1 component in 1 file\n';
    expect(await run([])).toEqual({ code: 0, out: summary, err: '' });
    await write({ 'src/a.ts': WARNED });
    expect(await run([])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^src\/a\.ts:7:28 warning boolean-confirmation: .*\n.*1 warning;/),
    });
  });

  it('prints the same as JSON', async () => {
    await write({ 'src/a.ts': UNREAD });
    const { code, out } = await run(['--json', 'src']);
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      {
        findings: [
          { file: 'src/a.ts', line: 7, column: 13, rule: 'unread-answer', level: 'error' },
        ],
        errors: 1,
        warnings: 0,
        excused: 0,
        components: 1,
        files: 1,
      },
    ]);
  });

  it('says of a file that does not compile that nothing can be told from its types', async () => {
    await write({ 'src/a.ts': `${GOOD}export const a: number = 'a';\n` });
    const { code, out } = await run([]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^src\/a\.ts:10:14 error compiles: TS2322: .*string.* — make tsc pass first$/m,
    );
  });

  it('says that it cannot see what may be absent without strict checks', async () => {
    await write({ 'src/a.ts': GOOD, 'tsconfig.json': configOf({}, { strict: false }) });
    const { code, out } = await run([]);
    expect(code).toBe(0);
    expect(out).toMatch(/^tsconfig\.json:1:1 warning strict: strictNullChecks is off: /);
  });

  it('fails where there is no component, and says so', async () => {
    await write({ 'src/a.ts': 'export const a = 1;' });
    expect(await run(['src'])).toEqual({
      code: 1,
      out:
        'countersign check: 0 errors, 0 warnings; ' +
        'no class is marked @Tool, @Prompt or @Resource in 1 file\n',
      err: '',
    });
  });

  it('shows every rule by --help', async () => {
    const { code, out } = await run(['src', '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}unread-answer +error +a question whose answer/m);
    expect(out.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  it('takes the nearest tsconfig.json of each path, and each file once', async () => {
    await write({
      'a/tsconfig.json': configOf({}),
      'a/one.ts': UNREAD,
      'b/tsconfig.json': configOf({ include: ['two.ts'] }),
      'b/two.ts': UNREAD,
      'b/three.ts': UNREAD,
    });
    const { out } = await run(['a', 'b', 'a/one.ts']);
    expect(out.match(/^\w\/\w+\.ts/gm)).toEqual(['a/one.ts', 'b/two.ts']);
    expect((await run(['b/three.ts'])).out).toMatch(/^b\/three\.ts/);
  });

  it('looks at the programs that a tsconfig.json refers to', async () => {
    await write({
      'tsconfig.json': { files: [], references: [{ path: 'a' }, { path: 'b' }] },
      'a/tsconfig.json': configOf({ references: [{ path: '../b' }] }, { composite: true }),
      'a/one.ts': UNREAD,
      'b/tsconfig.json': configOf({}, { composite: true }),
      'b/two.ts': UNREAD,
    });
    expect((await run([])).out.match(/^\w\/\w+\.ts/gm)?.sort()).toEqual(['a/one.ts', 'b/two.ts']);
    expect((await run(['b'])).out.match(/^\w\/\w+\.ts/gm)).toEqual(['b/two.ts']);
  });

  it('takes the tsconfig.json that is named', async () => {
    await write({
      'build/tsconfig.json': configOf({ files: ['../other/a.ts'] }),
      'other/a.ts': GOOD,
    });
    const found = await run(['--project', 'build', 'other']);
    expect(found).toMatchObject({ code: 0, out: expect.stringContaining('1 component') });
    expect(await run(['--project', 'build/tsconfig.json', 'other'])).toEqual(found);
  });

  const refused: [why: string, args: string[], said: RegExp][] = [
    ['an option that there is not', ['--fix'], /--fix/],
    ['a path that is not there', ['none'], /there is no .*none$/m],
    ['a project that is not there', ['--project', 'none.json'], /there is no .*none\.json$/m],
    ['a path without files of the program', ['empty'], /no file of a tsconfig\.json is in empty$/m],
    ['a folder outside of any program', ['..'], /no tsconfig\.json for|no file of a tsconfig/],
    ['a tsconfig.json that cannot be read', ['broken'], /broken.tsconfig\.json: /],
  ];
  it.each(refused)('exits with 2 for %s', async (_, args, said) => {
    await write({ 'src/a.ts': GOOD, 'empty/a.txt': '', 'broken/tsconfig.json': '{ "files": 1 }' });
    expect((await run(['src'])).code).toBe(0);
    expect(await run(args)).toEqual({ code: 2, out: '', err: expect.stringMatching(said) });
  });

  describe('with the TypeScript of the program', () => {
    const api = (version: string, more = '') => ({
      'package.json': { version, main: 'index.cjs' },
      'index.cjs': `exports.version = '${version}'; ${more}`,
    });
    const install = async (name: string, files: Readonly<Record<string, string | object>>) => {
      for (const [path, content] of Object.entries(files))
        await write({ [`node_modules/${name}/${path}`]: content });
    };
    beforeEach(async () => {
      await rm('node_modules/typescript');
      await write({ 'src/a.ts': GOOD });
    });
    const alone = () => run(['src'], join(folder, 'beside.js'));

    it('says what to install where there is none', async () => {
      expect(await alone()).toEqual({
        code: 2,
        out: '',
        err: expect.stringMatching(/not installed.*npm install --save-dev typescript@6\n$/),
      });
    });

    it('refuses one that is too old', async () => {
      await install('typescript', api('5.4.5', 'exports.createProgram = () => undefined;'));
      expect(await alone()).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          /^countersign check: TypeScript 5\.4\.5 is too old: it takes 5\.5\. /,
        ),
      });
    });

    it('refuses one without a programming interface', async () => {
      await install('typescript', api('7.0.2'));
      expect(await alone()).toMatchObject({
        code: 2,
        err: expect.stringMatching(/TypeScript 7\.0\.2 .*save-dev @typescript\/typescript6$/m),
      });
    });

    it('takes the interface of 6 that is installed beside 7', async () => {
      await install('typescript', api('7.0.2'));
      await mkdir('node_modules/@typescript');
      const six = join(CORE, '../../node_modules/typescript');
      await symlink(six, 'node_modules/@typescript/typescript6');
      expect(await alone()).toMatchObject({ code: 0 });
    });
  });

  it('runs as users start it', async () => {
    await write({ 'src/a.ts': UNREAD });
    const child = spawn(process.execPath, [BIN, 'check', 'src'], { cwd: folder });
    const out: string[] = [];
    child.stdout.on('data', (chunk) => out.push(String(chunk)));
    const [code] = await once(child, 'close');
    expect([code, out.join('')]).toEqual([1, expect.stringContaining(FINDING)]);
  });
});
