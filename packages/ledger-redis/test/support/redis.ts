import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Redis that this test started, and may stop and start again on the same port. */
export interface OwnRedis {
  readonly url: string;
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  start(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts `redis-server` of PATH; `undefined` when there is none. */
export async function ownRedis(...args: string[]): Promise<OwnRedis | undefined> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-redis-'));
  let stopping: () => Promise<void> = async () => undefined;
  const start = async (): Promise<boolean> => {
    const flags = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      ...args,
    ];
    const child = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'ignore'] });
    const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const ready = new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false));
      child.once('exit', () => resolve(false));
      child.stdout.on(
        'data',
        (chunk) => String(chunk).includes('Ready to accept connections') && resolve(true),
      );
    });
    stopping = async () => {
      child.kill(killedBy);
      await exited;
    };
    return ready;
  };
  let killedBy: 'SIGTERM' | 'SIGKILL' = 'SIGTERM';
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (!(await start())) return undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async (signal = 'SIGTERM') => {
      killedBy = signal;
      await stopping();
    },
    start: async () => {
      if (!(await start())) throw new Error('redis-server did not start again');
    },
  };
}

const REASON = 'no REDIS_URL, and no redis-server on PATH (apt-get install redis-server)';

/** For whoever skips tests: says why, and fails where they must not be skipped. */
export function missing(reason = REASON): true {
  if (process.env.CI === 'true') throw new Error(`Redis is missing: ${reason}`);
  console.warn(`skipped: ${reason}`);
  return true;
}

/** The Redis of `REDIS_URL`, else one of our own; `undefined` when there is neither. */
export async function someRedis(): Promise<
  (Pick<OwnRedis, 'url'> & Partial<OwnRedis>) | undefined
> {
  const { REDIS_URL } = process.env;
  return REDIS_URL === undefined || REDIS_URL === '' ? ownRedis() : { url: REDIS_URL };
}
