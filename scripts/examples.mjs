// @ts-check
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readDocument } from './documents.mjs';
import { ROOT, run, StepError } from './steps.mjs';

/** What the README's example is asked, and what a person answers. */
const CALL = { name: 'deploy', arguments: { env: 'staging' } };
const ANSWER = { confirm: 'yes' };
const PORT_IN_README = 'port: 3000';
const REVISION = '2026-07-28';
/** The guide that is followed too, in a folder of its own. */
const GUIDE = 'docs/auth.md';
/** The guide whose example builds on the README's, and is described by the command of core. */
const OPERATIONS = 'docs/operations.md';

/**
 * The example of a document: its blocks that are files.
 * @param {string} path
 * @param {string} text
 * @returns {{ name: string, text: string }[]}
 */
export function exampleFiles(path, text) {
  const files = readDocument(path, text).blocks.flatMap(({ name, code }) =>
    name === undefined ? [] : [{ name, text: code }],
  );
  if (files.length === 0)
    throw new StepError(
      `${path} has no example: a \`\`\`ts block that begins with a line like "// deploy.ts".`,
    );
  return files;
}

/** @param {string} path */
const example = (path) => exampleFiles(path, readFileSync(join(ROOT, path), 'utf8'));

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
 * Installs the tarballs into an empty project, compiles the examples of the README and the guide there, starts them and walks them
 * through one question.
 * @param {string} folder
 * @param {readonly string[]} tarballs
 * @param {(what: string, command: string, args: readonly string[], cwd: string) => Promise<string>} must
 */
export async function checkExamples(folder, tarballs, must) {
  const readme = example('README.md');
  const port = await freePort();
  if (!readme.some(({ text }) => text.includes(PORT_IN_README)))
    throw new StepError(`The README's example does not listen on "${PORT_IN_README}".`);
  const files = readme.map(({ name, text }) => ({
    name,
    text: text.replace(PORT_IN_README, `port: ${port}`),
  }));
  const described = example(OPERATIONS);
  writeFiles(join(folder, 'src'), [...files, ...described]);
  writeFiles(join(folder, 'src/auth'), example(GUIDE));
  writeProject(folder);

  const tools = manifest('package.json').devDependencies;
  const {
    zod,
    jose,
    '@modelcontextprotocol/client': client,
  } = manifest('docs/package.json').devDependencies;
  const wanted = [
    ...tarballs,
    `zod@${zod}`,
    `jose@${jose}`,
    `@modelcontextprotocol/client@${client}`,
    `typescript@${tools.typescript}`,
    `@types/node@${tools['@types/node']}`,
  ];
  await must(
    'npm install of the tarballs',
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...wanted],
    folder,
  );
  await must('compiling the examples', 'npx', ['--no-install', 'tsc'], folder);
  await walkThrough(folder, `dist/${basename(readme.at(-1)?.name ?? '', '.ts')}.js`, port);
  await followGuide(folder);
  for (const { name } of described) await describe(folder, `dist/${basename(name, '.ts')}.js`);
  await check(folder);
}

/** A component whose answer nobody reads. */
const MISTAKE = `import { ask, Elicit, Tool } from '@countersign/core';
import { z } from 'zod';

@Tool({ name: 'greet', description: 'Greets nobody in particular.' })
export class Greet {
  @Elicit() who() {
    return ask.form('Who?', z.object({ name: z.string() }));
  }
  run() {
    return 'Hello.';
  }
}
`;

/** @param {string} folder */
async function check(folder) {
  const command = (/** @type {string[]} */ ...args) =>
    run(join(folder, 'node_modules/.bin/countersign'), ['check', ...args], {
      cwd: folder,
      capture: 'silent',
    });
  const examples = await command('src');
  if (
    examples.code !== 0 ||
    !/ 0 errors, 0 warnings; [1-9]\d* components in /.test(examples.output)
  )
    throw new StepError(`"countersign check src" finds in the examples\n${examples.output}`);
  writeFileSync(join(folder, 'src/mistake.ts'), MISTAKE);
  const mistake = await command('src/mistake.ts', '--json');
  const [found] = mistake.code === 1 ? JSON.parse(mistake.output).findings : [];
  if (found?.rule !== 'unread-answer' || found.file !== 'src/mistake.ts')
    throw new StepError(`"countersign check" does not find a mistake:\n${mistake.output}`);
}

/** What the guide says that the command prints. @param {string} folder @param {string} module */
async function describe(folder, module) {
  const printed =
    /countersign describe .* prints:\n\n```text\n([\s\S]*?)```/.exec(
      readFileSync(join(ROOT, OPERATIONS), 'utf8'),
    )?.[1] ?? '';
  const command = start(folder, ['node_modules/.bin/countersign', 'describe', module], stateKeys());
  await command.ended;
  if (printed === '' || !command.output.startsWith(printed))
    throw new StepError(
      `${OPERATIONS} says that "countersign describe ${module}" prints\n${printed}\nand it prints\n${command.output}`,
    );
}

/** @param {string} folder @param {readonly { name: string, text: string }[]} files */
function writeFiles(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
}

/** @param {string} folder */
function writeProject(folder) {
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'empty-project', private: true, type: 'module' }),
  );
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
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['src'] }),
  );
}

/**
 * Starts a file of the project; `output` is all that it has written so far.
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 */
function start(folder, args, env) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const started = {
    child,
    output: '',
    ended: new Promise((resolve) => child.once('close', resolve)),
    /** @param {string} url */
    listens: async (url) => {
      for (let tries = 0; !(await reachable(url)); tries++) {
        if (child.exitCode !== null || tries > 300)
          throw new StepError(`${args[0]} did not listen at ${url}.\n${started.output}`);
        await pause(100);
      }
    },
    stop: async () => {
      child.kill();
      await started.ended;
    },
  };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (started.output += text));
  return started;
}

const stateKeys = () => ({ STATE_KEYS: randomBytes(32).toString('base64url') });

/**
 * @param {string} folder
 * @param {string} main
 * @param {number} port
 */
async function walkThrough(folder, main, port) {
  const server = start(folder, [main], stateKeys());
  const failed = (/** @type {string} */ why) =>
    new StepError(`The README's example ${why}.\n${server.output}`);
  try {
    const url = `http://127.0.0.1:${port}/mcp`;
    await server.listens(url);
    const asked = await request(url, 'tools/call', CALL);
    if (asked.result?.resultType !== 'input_required')
      throw failed(`did not ask: ${JSON.stringify(asked)}`);
    const inputResponses = Object.fromEntries(
      Object.keys(asked.result.inputRequests).map((key) => [
        key,
        { action: 'accept', content: ANSWER },
      ]),
    );
    const done = await request(url, 'tools/call', {
      ...CALL,
      inputResponses,
      requestState: asked.result.requestState,
    });
    if (done.result?.resultType !== 'complete' || done.result.isError)
      throw failed(`did not finish: ${JSON.stringify(done)}`);
  } finally {
    await server.stop();
  }
}

/** What the guide's client prints for one who may, and what it ends in for one who may not. @type {readonly [string[], RegExp][]} */
const SEEN = [
  [[], /^asked: Roll back the latest release\?\n.*Rolled back for bob\./],
  [['alice', 'releases'], /InsufficientScopeError[\s\S]*releases releases:rollback/],
  [['alice', ''], /InsufficientScopeError[\s\S]*releases/],
];

/** @param {string} folder */
async function followGuide(folder) {
  const [issuer, resource] = await Promise.all([freePort(), freePort()]);
  const env = {
    ISSUER: `http://127.0.0.1:${issuer}`,
    RESOURCE: `http://127.0.0.1:${resource}/mcp`,
    ...stateKeys(),
  };
  const running = ['issuer', 'server'].map((name) => start(folder, [`dist/auth/${name}.js`], env));
  try {
    await Promise.all(
      running.map((each, index) => each.listens([env.ISSUER, env.RESOURCE][index] ?? '')),
    );
    for (const [args, seen] of SEEN) {
      const client = start(folder, ['dist/auth/client.js', ...args], env);
      await client.ended;
      if (!seen.test(client.output))
        throw new StepError(`${GUIDE}: client.js ${args.join(' ')} printed\n${client.output}`);
    }
  } finally {
    await Promise.all(running.map((each) => each.stop()));
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
