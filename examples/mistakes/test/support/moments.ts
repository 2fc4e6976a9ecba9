import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CountersignError } from '@countersign/core';
import { type Flow, MisuseError, type MisuseOptions, misuse, play } from '@countersign/testing';
import ts from 'typescript';
import { type Call, Releases } from '../../src/kit.js';

const FOLDER = fileURLToPath(new URL('../../', import.meta.url));
const BIN = join(FOLDER, '../../packages/core/bin/countersign.js');

/** The programs, by name. */
export const PROGRAMS: readonly string[] = readdirSync(join(FOLDER, 'src'))
  .filter((file) => file !== 'kit.ts')
  .map((file) => basename(file, '.ts'))
  .sort();

/** When a mistake is loud, and what it says there, in order. */
export type Moments = readonly string[];

/** Whether somebody notices; a call that nothing stops says only what went wrong unseen. */
export const isLoud = (moment: string): boolean => !/^call: (?:asks )?"/.test(moment);

/** What the comment at the head of a program says that it prints: each moment in a paragraph. */
export function announced(name: string): { readonly title: string; readonly moments: Moments } {
  const text = readFileSync(join(FOLDER, 'src', `${name}.ts`), 'utf8');
  const [, head = ''] = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(text) ?? [];
  const lines = head.split('\n').map((line) => line.replace(/^ \* ?/, ''));
  const [title = '', ...moments] = lines
    .join('\n')
    .split(/\n(?=(?:compile|start|call|misuse|check): )|\n\n/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  return { title, moments };
}

/** What the compiler says, by program: the first error of each. */
export function compileAll(): ReadonlyMap<string, string> {
  const { config } = ts.readConfigFile(join(FOLDER, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, FOLDER);
  const program = ts.createProgram(fileNames, options);
  return new Map(
    program.getSourceFiles().flatMap((source): [string, string][] => {
      if (source.isDeclarationFile) return [];
      const [first] = program.getSemanticDiagnostics(source);
      if (first === undefined) return [];
      // Of a decorator that does not fit, the last line says why; else the first one does.
      const lines = ts.flattenDiagnosticMessageText(first.messageText, '\n').split('\n');
      const said = lines[0]?.includes('decorator') ? lines.at(-1)?.trim() : lines[0];
      return [[basename(source.fileName, '.ts'), `compile: TS${first.code} ${said}`]];
    }),
  );
}

/** What `countersign check src` finds, by program; that a file does not compile is the compiler's. */
export async function checkAll(): Promise<ReadonlyMap<string, Moments>> {
  const printed = await new Promise<string>((resolve) =>
    execFile(process.execPath, [BIN, 'check', 'src'], { cwd: FOLDER }, (_, out) => resolve(out)),
  );
  const found = new Map<string, string[]>();
  for (const line of printed.split('\n')) {
    const [, file = '', said = ''] = /^src\/([\w-]+)\.ts:\d+:\d+ (.*)$/.exec(line) ?? [];
    if (file === '' || said.startsWith('error compiles:')) continue;
    found.set(file, [...(found.get(file) ?? []), `check: ${said}`]);
  }
  return found;
}

/** Starts a program and calls it. A call that nothing stops is a moment too: what it says is wrong. */
export async function run(name: string): Promise<Moments> {
  let program: { server: Parameters<typeof play>[0]; call?: Call };
  try {
    program = await import(`../../src/${name}.ts`);
    await (await program.server.listen({ port: 0 })).close();
  } catch (error) {
    return [`start: ${wordsOf(error)}`];
  }
  const { server, call = {} } = program;
  const [tool] = server.describe().components;
  const tested: string[] = [];
  try {
    let flow = await play(server)
      .effects(Releases, 'deploy')
      .call(tool?.name ?? '', { ...call.arguments });
    const [first = {}] = call.answers ?? [];
    if (name.startsWith('m06')) tested.push(...(await misused(flow, first as Answers)));
    for (const answers of call.answers ?? []) flow = await flow.answer(answers as never);
    const said = flow.finished ? flow.text : Object.values(flow.asks)[0]?.message;
    const how = flow.isError ? 'isError ' : flow.finished ? '' : 'asks ';
    return [`call: ${how}${JSON.stringify(said)}`, ...tested];
  } catch (error) {
    return [`call: ${wordsOf((error as Error).cause ?? error)}`, ...tested];
  }
}

/** What `misuse` says of a question (M6: an effect that was there before its answer). */
async function misused(asked: Flow, answers: Answers): Promise<string[]> {
  try {
    await misuse(asked, { answers });
    return [];
  } catch (error) {
    if (!(error instanceof MisuseError)) throw error;
    const missed = error.report.rows.filter(({ ok }) => !ok);
    return missed.map(({ move, note = '' }) => `misuse: ${move}: ${note}`);
  }
}

type Answers = NonNullable<MisuseOptions['answers']>;

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = error instanceof CountersignError ? ` ${error.code}` : '';
  const [said = ''] = error.message.split('\n');
  return `${error.name}${code}: ${said}`.replaceAll(/\s+/g, ' ').trim();
}
