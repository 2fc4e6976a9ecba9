// @ts-check
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { check } from '../packages/core/dist/cli/check/check.js';
import { ROOT } from './steps.mjs';

/** @import { Block, Document } from './documents.mjs' */

/** As strict as a reader's project may be. What blocks import is resolved as for a file in docs/, from the built packages. */
const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};
const FOLDER = join(ROOT, 'docs');

/** What all programs share: parsing it is most of the work. @type {Map<string, ts.SourceFile | undefined>} */
const declarations = new Map();

/**
 * Compiles the blocks of all documents in one program, each document in a folder of its own, holds
 * their components against `countersign check`, and tells what is wrong by document:
 * `docs/auth.md:12: Cannot find name 'x'.`
 * @param {readonly Document[]} documents
 * @returns {Map<string, string[]>}
 */
export function compileDocuments(documents) {
  /** @type {Map<string, { text: string, block: Block, own: boolean }>} */
  const files = new Map();
  /** @type {Map<string, string[]>} */
  const problems = new Map(documents.map(({ path }) => [path, []]));
  const tell = (
    /** @type {Block} */ { document, line },
    /** @type {number} */ offset,
    /** @type {ts.Diagnostic['messageText']} */ message,
  ) =>
    problems
      .get(document)
      ?.push(`${document}:${line + offset}: ${ts.flattenDiagnosticMessageText(message, ' ')}`);

  for (const { path, beside, blocks } of documents) {
    const folder = join(FOLDER, path.replaceAll('/', '+'));
    const borrowed = documents
      .filter((other) => beside.includes(other.path))
      .flatMap((other) => other.blocks);
    for (const block of [...borrowed.filter(({ name }) => name !== undefined), ...blocks]) {
      if (block.fragment) continue;
      files.set(join(folder, block.name ?? `line-${block.line}.ts`), {
        text: block.given + block.code,
        block,
        own: block.document === path,
      });
    }
    for (const block of blocks.filter(({ fragment }) => fragment)) {
      const { diagnostics = [] } = ts.transpileModule(block.code, {
        reportDiagnostics: true,
        compilerOptions: OPTIONS,
      });
      for (const { start = 0, messageText } of diagnostics)
        tell(block, linesBefore(block.code, start), messageText);
    }
    for (const other of beside.filter(
      (name) => !documents.some((document) => document.path === name),
    ))
      problems.get(path)?.push(`${path}: there is no ${other} to be beside`);
  }

  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, directoryExists, readFile } = host;
  const folders = new Set([...files.keys()].map((path) => dirname(path)));
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.directoryExists = (path) => folders.has(path) || (directoryExists?.(path) ?? true);
  host.readFile = (path) => files.get(path)?.text ?? readFile(path);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (path, how, ...rest) => {
    const own = files.get(path);
    if (own !== undefined) return ts.createSourceFile(path, own.text, how, true);
    if (!declarations.has(path)) declarations.set(path, readSource(path, how, ...rest));
    return declarations.get(path);
  };
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  for (const [path, { text, block, own }] of files) {
    if (!own) continue;
    const source = program.getSourceFile(path);
    const found = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ];
    for (const { start = 0, messageText } of found)
      tell(block, linesBefore(text, start) - linesBefore(text, block.given.length), messageText);
  }
  const own = [...files].filter(([, { own }]) => own);
  const sources = own.flatMap(([path]) => program.getSourceFile(path) ?? []);
  for (const { file, line, rule, message } of check(ts, program, sources).findings) {
    const { block } = files.get(file) ?? {};
    if (block === undefined || rule === 'compiles') continue;
    tell(block, line - 1 - linesBefore(block.given, block.given.length), `${rule}: ${message}`);
  }
  for (const { messageText } of program.getOptionsDiagnostics())
    throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
  return problems;
}

/** @param {string} text @param {number} end */
const linesBefore = (text, end) => text.slice(0, end).split('\n').length - 1;
