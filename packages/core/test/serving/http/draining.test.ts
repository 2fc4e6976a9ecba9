import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { CountersignServer, ListenOptions } from '../../../src/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { answered, rawRequest, soon, testServer, tool } from '../../support/serving.js';

const fixture = fileURLToPath(new URL('../../fixtures/draining.mjs', import.meta.url));
const children: ChildProcess[] = [];
const servers: CountersignServer[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 })));
});

function served(options: Parameters<typeof testServer>[0] = {}) {
  const made = testServer(options);
  servers.push(made.server);
  return made.server;
}

/** The process, and what it has said. */
async function started() {
  const child = spawn(process.execPath, [fixture], { stdio: 'pipe' });
  children.push(child);
  const said: string[] = [];
  child.stdout.on('data', (chunk) => said.push(...String(chunk).trim().split('\n')));
  const exit = once(child, 'exit');
  await soon(() => expect(said.length).toBeGreaterThan(0));
  const url = new URL(said.shift() as string);
  const call = (name: string) => fetch(rawRequest(url, { params: { name, arguments: {} } }));
  return { child, said, exit, url, call };
}
const refuses = (url: URL) =>
  soon(() => expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } }));

describe('a signal of drainOn', { timeout: 60_000 }, () => {
  it('refuses new connections, lets a call in flight finish, and ends the process with 0 after beforeExit', async () => {
    const { child, said, exit, url, call } = await started();
    const slow = call('slow');
    await soon(() => expect(said).toEqual(['entered']));
    child.kill('SIGTERM');
    await refuses(url);
    expect(child.exitCode).toBe(null);
    child.stdin.write('go\n');
    const response = await slow;
    expect(response.headers.get('connection')).toBe('close');
    expect((await answered(response)).body.result.content[0].text).toBe('done');
    expect(await exit).toEqual([0, null]);
    expect(said).toEqual(['entered', 'closed']);
  });

  it('answers at once what only waits', async () => {
    const { child, said, exit, call } = await started();
    const waiting = call('poll');
    await soon(() => expect(said).toEqual(['waiting']));
    child.kill('SIGINT');
    expect((await answered(await waiting)).body.result).toMatchObject({
      resultType: 'input_required',
      requestState: expect.any(String),
    });
    expect(await exit).toEqual([0, null]);
  });

  it('that comes a second time ends the process at once', async () => {
    const { child, said, exit, url, call } = await started();
    const slow = call('slow').catch(() => 'cut off');
    await soon(() => expect(said).toEqual(['entered']));
    child.kill('SIGTERM');
    await refuses(url);
    child.kill('SIGTERM');
    expect(await exit).toEqual([143, null]);
    expect(await slow).toBe('cut off');
    expect(said).toEqual(['entered']);
  });

  it('is heard until the server is closed, and then does what it always did', async () => {
    const server = served();
    const before = process.listenerCount('SIGTERM');
    await server.listen({ drainOn: ['SIGTERM'] });
    expect(process.listenerCount('SIGTERM')).toBe(before + 1);
    await server.close();
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });

  it('is set once a server, and by a name that there is', async () => {
    const server = served();
    await server.listen({ drainOn: ['SIGTERM'] });
    const refused = (options: object) =>
      expect(server.listen(options as ListenOptions)).rejects.toMatchObject({
        code: 'invalid_option',
        name: 'ConfigError',
      });
    await server.listen();
    await refused({ drainOn: ['SIGTERM'] });
    await refused({ drainOn: ['SIGTEMR'] });
    await refused({ drainOn: 'SIGTERM' });
    await refused({ drainon: ['SIGTERM'] });
    await refused({ graceMs: 1 });
    await refused({ beforeExit: () => undefined });
    const other = served();
    await other.listen({ drainOn: [], graceMs: 0 });
    for (const odd of [{ graceMs: -1 }, { graceMs: Number.NaN }, { beforeExit: 'flush' }])
      await expect(served().listen({ drainOn: [], ...odd } as ListenOptions)).rejects.toMatchObject(
        { code: 'invalid_option' },
      );
  });
});

describe('a server that closes', () => {
  it('answers a hold at once, and another replica finishes the flow no sooner than it would have', async () => {
    const [here, there] = [new FakeClock(), new FakeClock()];
    const [leaving, staying] = [served({ clock: here }), served({ clock: there })];
    const held = tool(leaving, 'poll', {});
    await soon(() => expect(here.slept).toEqual([5000]));
    await leaving.close();
    let { resultType, requestState } = (await held).body.result;
    expect(resultType).toBe('input_required');

    // Had the compute been entered before the time that is sealed, one wait would be enough.
    for (const waits of [1, 2]) {
      const next = tool(staying, 'poll', {}, { requestState });
      await soon(() => expect(there.slept).toHaveLength(waits));
      there.advance(5000);
      ({ resultType, requestState } = (await next).body.result);
      expect(resultType).toBe('input_required');
    }
    expect((await tool(staying, 'poll', {}, { requestState })).body.result.content[0].text).toBe(
      'counted 2',
    );
  });

  it('sends that answer over the connection it has', async () => {
    const clock = new FakeClock();
    const server = served({ clock });
    const { url } = await server.listen();
    const held = fetch(rawRequest(url, { params: { name: 'poll', arguments: {} } }));
    await soon(() => expect(clock.slept).toEqual([5000]));
    await server.close({ graceMs: 60_000 });
    expect((await answered(await held)).body.result.resultType).toBe('input_required');
  });
});
