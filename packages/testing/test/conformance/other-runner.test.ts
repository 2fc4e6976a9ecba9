import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url));
const README = fileURLToPath(new URL('../readme/', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Installs a package of this repository, and all that it asks for, as a package manager would: built, and nothing for development. */
function install(name: string, into: string): void {
  const target = join(into, '@countersign', name);
  if (existsSync(target)) return;
  const source = join(PACKAGES, name);
  if (!existsSync(join(source, 'dist/index.js')))
    throw new Error(`build first: npx tsc -b packages/${name}`);
  mkdirSync(target, { recursive: true });
  cpSync(join(source, 'package.json'), join(target, 'package.json'));
  cpSync(join(source, 'dist'), join(target, 'dist'), {
    recursive: true,
    filter: (path) => !path.includes('/.'),
  });
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  ) as Manifest;
  for (const wanted of Object.keys({ ...dependencies, ...peerDependencies })) {
    if (wanted.startsWith('@countersign/')) install(wanted.slice('@countersign/'.length), into);
    else
      link(
        realpathSync(join(source, 'node_modules', wanted)),
        join(target, 'node_modules', wanted),
      );
  }
}

/** What a compiler leaves of a block of the README. */
function compiled(name: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(readFileSync(join(README, name), 'utf8'), { compilerOptions })
    .outputText;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'dir');
}

describe('under node:test, where no vitest is installed', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-runner-'));
    const modules = join(folder, 'node_modules');
    install('testing', modules);
    install('shim-legacy', modules);
    cpSync(FIXTURES, folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    for (const name of ['gcm-codec', 'gcm-codec.contract', 'ledger.contract'])
      writeFileSync(join(folder, `${name}.js`), compiled(`${name}.ts`));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (file: string) => {
    const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--test', '--test-reporter=tap', file],
      {
        cwd: folder,
        env,
        encoding: 'utf8',
      },
    );
    const count = (what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(stdout)?.[1]);
    return { status, passed: count('pass'), failed: count('fail'), output: stdout + stderr };
  };

  it('there is none', { timeout: 60_000 }, () => {
    const { status, output } = run('no-vitest.test.mjs');
    expect(status, output).toBe(0);
  });

  it('a codec by somebody else, that of the README, runs the contract of codecs', {
    timeout: 60_000,
  }, () => {
    const { status, passed, failed, output } = run('gcm-codec.contract.js');
    expect([status, failed], output).toEqual([0, 0]);
    expect(passed).toBeGreaterThan(20);
    expect(output).toContain(
      'serves a whole server, at which every misuse of a state is stopped by the check for it',
    );
  });

  it('a ledger runs the contract of ledgers', { timeout: 60_000 }, () => {
    for (const file of ['ledger.contract.js', 'map-ledger.test.mjs']) {
      const { status, passed, failed, output } = run(file);
      expect([status, failed], output).toEqual([0, 0]);
      expect(passed).toBeGreaterThan(15);
    }
  });

  it('a tool is proven every way, and open questions keep no process from ending', {
    timeout: 60_000,
  }, () => {
    const { status, failed, output } = run('delete-file.test.mjs');
    expect([status, failed], output).toEqual([0, 0]);
    for (const way of [
      '2026, sealed by hmac',
      '2026, sealed by aead',
      '2025, sealed by hmac',
      '2025, sealed by aead',
    ])
      expect(output).toContain(way);
  });
});
