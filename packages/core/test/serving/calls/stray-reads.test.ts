import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, rawRequest, soon, testServer } from '../../support/serving.js';

const fixture = fileURLToPath(new URL('../../fixtures/stray-reads.mjs', import.meta.url));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

beforeAll(() => {
  if (!existsSync(new URL('../../../dist/index.js', import.meta.url)))
    throw new Error('compile the package first: npx tsc -b packages/core');
});

function start({ node = [], args = [] }: { node?: string[]; args?: string[] } = {}) {
  const child = spawn(process.execPath, [...node, fixture, ...args], { stdio: 'pipe' });
  children.push(child);
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.on('data', (chunk) => out.push(String(chunk)));
  child.stderr.on('data', (chunk) => err.push(String(chunk)));
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  const ask = async (id: number, name: string) => {
    const request = rawRequest('http://stdio/', { id, params: { name, arguments: {} } });
    child.stdin.write(`${await request.text()}\n`);
  };
  // biome-ignore lint/suspicious/noExplicitAny: assertions look into whatever came
  const answer = (id: number): Promise<any> =>
    soon(() => {
      const lines = out.join('').split('\n').slice(0, -1);
      const found = lines.map((line) => JSON.parse(line)).find((message) => message.id === id);
      if (found === undefined) throw new Error(`no answer yet: ${err.join('')}`);
      return found;
    });
  return { child, out, err, exited, ask, answer };
}

describe('a read that nobody awaits', { timeout: 30_000 }, () => {
  it('does not end a process on stdio', async () => {
    const { child, err, exited, ask, answer } = start();
    for (const id of [1, 2]) {
      await ask(id, 'pair');
      expect(Object.keys((await answer(id)).result.inputRequests)).toEqual(['one', 'two']);
    }
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
    expect(err.join('')).not.toContain('NotYet');
  });

  it('does not end a process that listens', async () => {
    const { child, out, exited } = start({ args: ['listen'] });
    await soon(() => expect(out.join('')).toContain('\n'));
    const url = new URL(out.join('').trim());
    for (const id of [1, 2]) {
      const asked = await call(url, { id, params: { name: 'pair', arguments: {} } });
      expect(Object.keys(asked.body.result.inputRequests)).toEqual(['one', 'two']);
    }
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
  });
});

describe('any other rejection that nobody handles', { timeout: 30_000 }, () => {
  it('ends the process, with the same error', async () => {
    const { err, exited, ask } = start();
    await ask(1, 'careless');
    expect(await exited).toEqual([1, null]);
    expect(err.join('')).toContain('Error: nobody awaited this');
  });

  it('is warned of where the operator told Node to', async () => {
    const { child, err, exited, ask, answer } = start({ node: ['--unhandled-rejections=warn'] });
    await ask(1, 'careless');
    expect((await answer(1)).result.content[0].text).toBe('done');
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
    expect(err.join('')).toContain('nobody awaited this');
  });
});

describe('the listener for them', () => {
  it('is one for all servers, and gone with the last', async () => {
    const before = process.listenerCount('unhandledRejection');
    const extra = () => process.listenerCount('unhandledRejection') - before;
    const [{ server: first }, { server: second }] = [testServer(), testServer()];
    const alone = await first.listen();
    await second.listen();
    expect(extra()).toBe(1);
    await expect(first.listen({ port: Number(alone.url.port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await Promise.all([alone.close(), alone.close()]);
    await first.close();
    expect(extra()).toBe(1);
    await second.close();
    expect(extra()).toBe(0);
  });
});
