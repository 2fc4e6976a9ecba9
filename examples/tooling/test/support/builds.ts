import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Options as SwcOptions, transformFile } from '@swc/core';
import { type BuildOptions, build } from 'esbuild';
import { HERE, node } from './node.js';
import { DOCUMENTED, OUT, program, tsconfig, write } from './out.js';

/** Builds at the first call, and never again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** All projects by tsc, and whatever else is given. */
async function tsc(name: string, compilerOptions: object, more: readonly string[] = []) {
  const options = { ...compilerOptions, rootDir: '../..', outDir: name };
  const { printed } = await node([
    program('typescript', 'bin/tsc'),
    '--project',
    tsconfig(name, ['../../projects', ...more], options),
    '--pretty',
    'false',
  ]);
  return { printed, of: (project: string) => join(OUT, name, 'projects', project, 'server.js') };
}

/** With the documented settings, and no others. */
export const byTsc = once(() => tsc('tsc', {}));

/** The same under `isolatedModules`, together with what does not compile there. */
export const byTscIsolated = once(() =>
  tsc('tsc-isolated', { isolatedModules: true }, ['../../mistakes']),
);

const SWC = JSON.parse(readFileSync(join(HERE, 'settings/swcrc.json'), 'utf8')) as SwcOptions;

/** All projects by swc, a file at a time, as its command line goes through a folder. */
async function swc(name: string, jsc: SwcOptions['jsc'] = {}, more: SwcOptions = {}) {
  const from = join(HERE, 'projects');
  const options: SwcOptions = {
    ...SWC,
    ...more,
    jsc: { ...SWC.jsc, ...jsc },
    swcrc: false,
    configFile: false,
  };
  for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.ts'))
      write(
        join(name, path.replace(/\.ts$/, '.js')),
        (await transformFile(join(from, path), options)).code,
      );
  }
  return { of: (project: string) => join(OUT, name, project, 'server.js') };
}

/** With the documented settings, and no others. */
export const bySwc = once(() => swc('swc'));
export const bySwcMinified = once(() =>
  swc('swc-minified', { minify: { compress: true, mangle: { toplevel: true } } }, { minify: true }),
);
export const bySwcWithoutTypes = once(() =>
  swc('swc-without-types', { transform: { legacyDecorator: true } }),
);
export const bySwcStandard = once(() =>
  swc('swc-standard', { transform: { decoratorVersion: '2022-03' } }),
);

/** Bundles one server by esbuild, with the documented settings and what is given. Returns the bundle. */
export async function esbuild(
  name: string,
  entry: string,
  options: BuildOptions = {},
): Promise<string> {
  const outfile = join(OUT, 'esbuild', `${name}.js`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    tsconfig: DOCUMENTED,
    logLevel: 'silent',
    absWorkingDir: HERE,
    ...options,
  });
  return outfile;
}
