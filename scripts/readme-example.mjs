// @ts-check
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT, StepError } from './steps.mjs';

/** What the README's first example is asked, and what a person answers. */
const CALL = { name: 'deploy', arguments: { env: 'staging' } };
const ANSWER = { confirm: true };
const PORT_IN_README = 'port: 3000';
const REVISION = '2026-07-28';

/**
 * The README's first example: the leading ```ts blocks that say which file they are in their first line, `// deploy.ts`.
 * The last one starts the server.
 * @param {string} readme
 * @returns {{ name: string, text: string }[]}
 */
export function exampleFiles(readme) {
  /** @type {{ name: string, text: string }[]} */
  const files = [];
  for (const [, text = ''] of readme.matchAll(/^```ts\r?\n([\s\S]*?)^```/gm)) {
    const name = /^\/\/ ([\w-]+\.ts)\b/.exec(text)?.[1];
    if (name === undefined || files.some((file) => file.name === name)) break;
    files.push({ name, text });
  }
  if (files.length === 0)
    throw new StepError('README.md has no example: its first ```ts block must begin with a line like "// deploy.ts".');
  return files;
}

/** @returns {Promise<number>} a port that was free a moment ago */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** @param {string} path */
const manifest = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/**
 * Installs the tarballs into an empty project, compiles the example there, starts it and walks it through one question.
 * @param {string} folder
 * @param {readonly string[]} tarballs
 * @param {(what: string, command: string, args: readonly string[], cwd: string) => Promise<string>} must
 */
export async function checkExample(folder, tarballs, must) {
  const files = exampleFiles(readFileSync(join(ROOT, 'README.md'), 'utf8'));
  const port = await freePort();
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (const { name, text } of files) writeFileSync(join(folder, 'src', name), text.replace(PORT_IN_README, `port: ${port}`));
  if (!files.some(({ text }) => text.includes(PORT_IN_README)))
    throw new StepError(`The README's example does not listen on "${PORT_IN_README}".`);

  const tools = manifest('package.json').devDependencies;
  const { zod } = manifest('packages/core/package.json').devDependencies;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty-project', private: true, type: 'module' }));
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: false,
    types: ['node'],
    rootDir: 'src',
    outDir: 'dist',
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  const wanted = [...tarballs, `zod@${zod}`, `typescript@${tools.typescript}`, `@types/node@${tools['@types/node']}`];
  await must(
    'npm install of the tarballs',
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...wanted],
    folder,
  );
  await must("compiling the README's example", 'npx', ['--no-install', 'tsc'], folder);
  await walkThrough(folder, `dist/${basename(files.at(-1)?.name ?? '', '.ts')}.js`, port);
}

/**
 * @param {string} folder
 * @param {string} main
 * @param {number} port
 */
async function walkThrough(folder, main, port) {
  let output = '';
  const env = { ...process.env, STATE_KEYS: randomBytes(32).toString('base64url') };
  const child = spawn(process.execPath, [main], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const failed = (/** @type {string} */ why) => new StepError(`The README's example ${why}.\n${output}`);
  try {
    const url = `http://127.0.0.1:${port}/mcp`;
    for (let tries = 0; !(await reachable(url)); tries++) {
      if (child.exitCode !== null || tries > 300) throw failed(`did not listen on port ${port}`);
      await pause(100);
    }
    const asked = await request(url, 'tools/call', CALL);
    if (asked.result?.resultType !== 'input_required') throw failed(`did not ask: ${JSON.stringify(asked)}`);
    const inputResponses = Object.fromEntries(
      Object.keys(asked.result.inputRequests).map((key) => [key, { action: 'accept', content: ANSWER }]),
    );
    const done = await request(url, 'tools/call', { ...CALL, inputResponses, requestState: asked.result.requestState });
    if (done.result?.resultType !== 'complete' || done.result.isError) throw failed(`did not finish: ${JSON.stringify(done)}`);
  } finally {
    child.kill();
    await ended;
  }
}

/** @param {string} url */
const reachable = (url) =>
  fetch(url, { method: 'OPTIONS' }).then(
    (response) => response.body?.cancel().then(() => true) ?? true,
    () => false,
  );

/**
 * One request of revision 2026-07-28, by hand: an empty project has no client.
 * @param {string} url
 * @param {string} method
 * @param {{ name: string } & Record<string, unknown>} params
 */
async function request(url, method, params) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'check-pack', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      'mcp-name': params.name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  return JSON.parse(isStream ? ([...text.matchAll(/^data: (.+)$/gm)].at(-1)?.[1] ?? '{}') : text);
}
