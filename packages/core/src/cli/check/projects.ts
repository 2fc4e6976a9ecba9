import { existsSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type ts from 'typescript';
import type { TypeScript } from './typescript.js';

/** A program, and those of its files that were asked about. */
export interface Project {
  /** Path of its tsconfig.json. */
  readonly config: string;
  readonly program: ts.Program;
  readonly files: readonly ts.SourceFile[];
}

export interface Asked {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** A tsconfig.json, or a folder with one; the nearest one of each path unless said. */
  readonly project: string | undefined;
}

/** What hinders the check, in words for whoever typed the command. */
export class Unusable extends Error {}

/**
 * Reads the programs of the paths, one after the other, so that one at a time is held: that of the
 * nearest tsconfig.json, and those that it refers to. Each file is in one of them.
 * @throws Unusable where a path or a configuration is not there or cannot be read.
 */
export function* projectsOf(asked: Asked, typescript: TypeScript): Generator<Project> {
  const wanted = new Map<string, string[]>();
  for (const path of asked.paths.map((each) => resolve(each))) {
    if (!existsSync(path)) throw new Unusable(`there is no ${path}`);
    const config = configFor(path, asked.project, typescript);
    wanted.set(config, [...(wanted.get(config) ?? []), path]);
  }
  const declarations: Declarations = new Map();
  const taken = new Set<string>();
  for (const [config, paths] of wanted) {
    const isAsked = (file: string) => !taken.has(file) && paths.some((path) => holds(path, file));
    for (const [at, { options, fileNames }] of configsFrom(config, typescript)) {
      const single = at === config ? paths.filter((path) => isFile(path) && !taken.has(path)) : [];
      const roots = [...new Set([...fileNames.map((name) => resolve(name)), ...single])];
      if (!roots.some(isAsked)) continue;
      const program = programOf(roots, options, declarations, typescript);
      const files = program
        .getSourceFiles()
        .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file))
        .filter(({ fileName }) => isAsked(resolve(fileName)));
      for (const { fileName } of files) taken.add(resolve(fileName));
      yield { config: at, program, files };
    }
  }
}

/**
 * Declarations of packages and of the language, which most programs share: reading them is most of
 * the work.
 */
type Declarations = Map<string, ts.SourceFile | undefined>;

function programOf(
  roots: readonly string[],
  given: ts.CompilerOptions,
  declarations: Declarations,
  { createCompilerHost, createProgram }: TypeScript,
): ts.Program {
  const options = { ...given, noEmit: true, composite: false, incremental: false };
  const host = createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, how, ...rest) => {
    if (!/\.d\.[cm]?ts$/.test(path)) return read(path, how, ...rest);
    const key = JSON.stringify([path, how, options.moduleDetection, options.target]);
    if (!declarations.has(key)) declarations.set(key, read(path, how, ...rest));
    return declarations.get(key);
  };
  return createProgram(roots, options, host);
}

const isFile = (path: string): boolean => statSync(path).isFile();

const holds = (path: string, file: string): boolean => {
  const way = relative(path, file);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way);
};

function configFor(path: string, project: string | undefined, { sys, ...ts }: TypeScript): string {
  if (project !== undefined) {
    const given = resolve(project);
    if (!existsSync(given)) throw new Unusable(`there is no ${given}`);
    return isFile(given) ? given : resolve(given, 'tsconfig.json');
  }
  const found = ts.findConfigFile(isFile(path) ? dirname(path) : path, sys.fileExists);
  if (found === undefined)
    throw new Unusable(`there is no tsconfig.json for ${path}; name one by --project`);
  return resolve(found);
}

/** "No inputs were found", and an empty `files`: a configuration that only refers to others. */
const EMPTY = [18002, 18003];

/** A configuration and all that it refers to, by path; those that are referred to first. */
function configsFrom(
  config: string,
  typescript: TypeScript,
  found = new Map<string, ts.ParsedCommandLine>(),
  entered = new Set<string>(),
): Map<string, ts.ParsedCommandLine> {
  if (entered.has(config)) return found;
  entered.add(config);
  const wrong = (diagnostic: ts.Diagnostic): never => {
    throw new Unusable(
      `${config}: ${typescript.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`,
    );
  };
  const parsed = typescript.getParsedCommandLineOfConfigFile(config, undefined, {
    ...typescript.sys,
    onUnRecoverableConfigFileDiagnostic: wrong,
  });
  if (parsed === undefined) throw new Unusable(`${config} cannot be read`);
  const [problem] = parsed.errors.filter(({ code }) => !EMPTY.includes(code));
  if (problem !== undefined) wrong(problem);
  for (const reference of parsed.projectReferences ?? [])
    configsFrom(
      resolve(typescript.resolveProjectReferencePath(reference)),
      typescript,
      found,
      entered,
    );
  return found.set(config, parsed);
}
