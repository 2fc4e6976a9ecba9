import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The compiler's programming interface. Of this package's files only `findTypeScript` loads it. */
export type TypeScript = typeof import('typescript');

/** The compiler, or in words why there is none and what to install. */
export type Found = { readonly ts: TypeScript } | { readonly problem: string };

/** zod 4 needs it as well. */
const OLDEST = [5, 5] as const;

/** `typescript` 7 has no programming interface; the second package holds that of 6 beside it. */
const PACKAGES = ['typescript', '@typescript/typescript6'];
const INSTALL = 'npm install --save-dev';

/**
 * Loads the compiler that is installed for a folder, or else the one installed beside this package.
 */
export function findTypeScript(folder: string, beside: string = import.meta.url): Found {
  const refused: string[] = [];
  for (const from of [join(folder, 'tsconfig.json'), beside]) {
    for (const name of PACKAGES) {
      const loaded = load(from, name);
      if (loaded === undefined) continue;
      const problem = problemOf(loaded);
      if (problem === undefined) return { ts: loaded as TypeScript };
      refused.push(problem);
    }
  }
  const [first] = refused;
  return {
    problem:
      first ??
      `typescript is not installed, and the check reads programs with it. ${INSTALL} typescript@6`,
  };
}

function load(from: string, name: string): Partial<TypeScript> | undefined {
  const require = createRequire(from);
  try {
    return require(name) as Partial<TypeScript>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function problemOf({ version = '', createProgram }: Partial<TypeScript>): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldest, least] = OLDEST;
  if (major < oldest || (major === oldest && minor < least))
    return `TypeScript ${version} is too old: it takes ${OLDEST.join('.')}. ${INSTALL} typescript@6`;
  if (typeof createProgram === 'function') return undefined;
  const six = PACKAGES[1];
  return `TypeScript ${version} lets nobody read programs. Beside it, ${INSTALL} ${six}`;
}
