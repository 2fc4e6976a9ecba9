import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Servers of others that a drill starts, each with the package of Debian that has it. */
const PACKAGES = { nginx: 'nginx', 'redis-server': 'redis-server' } as const;
export type Program = keyof typeof PACKAGES;

/** Finds a program on PATH, or where Debian keeps servers, which is on nobody's PATH but root's. */
export function find(program: Program, path = process.env.PATH ?? ''): string | undefined {
  const folders = [
    ...path.split(delimiter).filter((folder) => folder !== ''),
    '/usr/sbin',
    '/usr/local/sbin',
  ];
  return folders
    .map((folder) => join(folder, program))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Says what a drill needs and this machine has not; `undefined` when nothing is missing. */
export function missing(path?: string): string | undefined {
  const programs = Object.keys(PACKAGES) as Program[];
  const none = programs.filter((program) => find(program, path) === undefined);
  if (none.length === 0) return undefined;
  return `${none.join(' and ')} not found (apt-get install ${none.map((program) => PACKAGES[program]).join(' ')})`;
}

/** Finds a program. Throws when it is not there. */
export function program(name: Program): string {
  const found = find(name);
  if (found === undefined) throw new Error(`${name} not found (apt-get install ${PACKAGES[name]})`);
  return found;
}
