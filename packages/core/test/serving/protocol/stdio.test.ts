import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { accept, FORMS, MODERN, soon, testServer } from '../../support/serving.js';

const fixture = fileURLToPath(new URL('../../fixtures/stdio-server.mjs', import.meta.url));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '0' },
  'io.modelcontextprotocol/clientCapabilities': FORMS,
};
const line = (id: number, name: string, more: object = {}, _meta: object = META) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {}, _meta, ...more } })}\n`;

beforeAll(() => {
  if (!existsSync(new URL('../../../dist/index.js', import.meta.url)))
    throw new Error('compile the package first: npx tsc -b packages/core');
});

function start(...args: string[]) {
  const child = spawn(process.execPath, [fixture, ...args], { stdio: 'pipe' });
  children.push(child);
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.on('data', (chunk) => out.push(String(chunk)));
  child.stderr.on('data', (chunk) => err.push(String(chunk)));
  return {
    child,
    out,
    err,
    exited: once(child, 'exit') as Promise<[number | null, string | null]>,
  };
}

const PARENT = `
  const [, fixture, line] = process.argv;
  const server = require('node:child_process').spawn(process.execPath, [fixture], { stdio: ['pipe', 'ignore', 'pipe'] });
  server.stderr.on('data', (text) => String(text).includes('entered') && process.stdout.write(server.pid + ' entered'));
  server.stdin.write(line);
`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a server on stdio, as a process', { timeout: 30_000 }, () => {
  it('ends with code 0 when stdin is empty', async () => {
    const { child, exited, out } = start();
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
    expect(out).toEqual([]);
  });

  it('ends when stdin ends although a handler ignores its signal and a timer is left', async () => {
    const { child, exited, err, out } = start();
    child.stdin.write(line(1, 'stuck'));
    await soon(() => expect(err.join('')).toContain('entered'));
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
    expect(err.join('')).toContain('stdin ended');
    expect(out).toEqual([]);
  });

  it('leaves the end of the process to an embedder who asks for it', async () => {
    const { child, err, exited } = start('stay');
    child.stdin.write(line(1, 'stuck'));
    await soon(() => expect(err.join('')).toContain('entered'));
    child.stdin.end();
    await soon(() => expect(err.join('')).toContain('stdin ended'));
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);
  });

  it('ends when its client was killed in the middle of a call', async () => {
    // The client is a process of its own, which holds the other ends of the pipes; `pid` is the server's.
    const parent = spawn(process.execPath, ['-e', PARENT, fixture, line(1, 'stuck')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(parent);
    let pid = '';
    parent.stdout.on('data', (chunk) => {
      pid += chunk;
    });
    await soon(() => expect(pid).toMatch(/^\d+ entered/));
    expect(isAlive(Number.parseInt(pid, 10))).toBe(true);
    parent.kill('SIGKILL');
    await soon(() => expect(isAlive(Number.parseInt(pid, 10))).toBe(false));
  });

  it('survives answers that nobody reads any more, and still ends with stdin', async () => {
    const { child, err, exited } = start();
    child.stdin.write(line(1, 'greet'));
    child.stdout.destroy();
    // Each answer meets a closed pipe (EPIPE).
    for (let id = 2; id < 20; id++) child.stdin.write(line(id, 'greet'));
    child.stdin.write(line(20, 'stuck'));
    await soon(() => expect(err.join('')).toContain('entered'));
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
    expect(err.join('')).not.toMatch(/Unhandled|Uncaught/i);
  });

  it('asks and finishes for the official client', async () => {
    const official = new Client(
      { name: 'official', version: '1' },
      { capabilities: FORMS, versionNegotiation: { mode: { pin: MODERN } } },
    );
    official.setRequestHandler('elicitation/create', async () => ({
      action: 'accept',
      content: { name: 'Ada' },
    }));
    await official.connect(
      new StdioClientTransport({ command: process.execPath, args: [fixture], stderr: 'pipe' }),
    );
    expect((await official.callTool({ name: 'greet', arguments: {} })).content).toEqual([
      { type: 'text', text: 'Hello Ada' },
    ]);
    await official.close();
  });
});

describe('a stdio connection', { timeout: 30_000 }, () => {
  function connected(options: Parameters<typeof testServer>[0] = {}, { exit = false } = {}) {
    const made = testServer(options);
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    // biome-ignore lint/suspicious/noExplicitAny: assertions look into whatever came
    const messages: any[] = [];
    stdout.on('data', (chunk) =>
      messages.push(
        ...String(chunk)
          .trim()
          .split('\n')
          .map((text) => JSON.parse(text)),
      ),
    );
    const ended = made.server.stdio({ stdin, stdout, exit });
    const answer = (id: number) =>
      soon(
        () =>
          messages.find((message) => message.id === id) ??
          Promise.reject(new Error('no answer yet')),
      );
    return { ...made, stdin, ended, answer };
  }

  it('seals for the one caller there is, and refuses bad state as HTTP does', async () => {
    const { stdin, ended, answer, events } = connected();
    stdin.write(line(1, 'sum'));
    const { requestState } = (await answer(1)).result;
    const inputResponses = { pick: accept({ n: 4 }) };
    stdin.write(line(2, 'sum', { requestState, inputResponses }));
    expect((await answer(2)).result.structuredContent).toEqual({ total: 5 });
    for (const [id, bad] of [
      [3, `${requestState}x`],
      [4, 7],
      [5, ''],
    ] as const) {
      stdin.write(line(id, 'sum', { requestState: bad, inputResponses }));
      expect((await answer(id)).error).toMatchObject({
        code: -32602,
        data: { reason: 'invalid_request_state' },
      });
    }
    stdin.write(line(6, 'sum', { requestState: null }));
    expect((await answer(6)).result.resultType).toBe('input_required');
    expect(events.filter(({ type }) => type === 'state.refused')).toHaveLength(3);
    stdin.end();
    await ended;
  });

  it('answers -32021 in band, and an unknown version with the supported list', async () => {
    const { stdin, ended, answer } = connected();
    stdin.write(
      line(1, 'sum', {}, { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }),
    );
    expect((await answer(1)).error).toMatchObject({ code: -32022, data: { supported: [MODERN] } });
    stdin.write(line(2, 'sum', {}, { ...META, 'io.modelcontextprotocol/clientCapabilities': {} }));
    expect((await answer(2)).error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
    stdin.end();
    await ended;
  });

  it('answers -32602 in words to arguments that are no object', async () => {
    const { stdin, ended, answer } = connected();
    stdin.write(line(1, 'echo', { arguments: { text: 'x' } }));
    expect((await answer(1)).result.content[0].text).toBe('x');
    stdin.write(line(2, 'echo', { arguments: ['x'] }));
    expect((await answer(2)).error).toEqual({
      code: -32602,
      message: 'arguments must be an object',
    });
    stdin.end();
    await ended;
  });

  it('tells a 2025 client which package asks for it', async () => {
    const { stdin, ended, answer } = connected();
    const initialize = {
      protocolVersion: '2025-11-25',
      capabilities: FORMS,
      clientInfo: { name: 'old', version: '0' },
    };
    stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize })}\n`,
    );
    expect((await answer(1)).result.protocolVersion).toBe('2025-11-25');
    stdin.write(line(2, 'sum', {}, {}));
    expect((await answer(2)).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('@countersign/shim-legacy') }],
    });
    stdin.end();
    await ended;
  });

  it('ends the process because stdin has ended, not because the server was closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    try {
      const closed = connected({}, { exit: true });
      await closed.server.close();
      await closed.ended;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(exit).not.toHaveBeenCalled();
      const left = connected({}, { exit: true });
      left.stdin.end();
      await left.ended;
      await vi.advanceTimersByTimeAsync(2000);
      expect(exit).toHaveBeenCalledWith(0);
    } finally {
      exit.mockRestore();
      vi.useRealTimers();
    }
  });

  it('ends when the server is closed', async () => {
    const { server, ended } = connected();
    await server.close();
    await ended;
  });
});
