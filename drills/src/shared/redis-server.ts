import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'redis';
import { end, listening } from './processes.js';
import { program } from './programs.js';
import type { Undo } from './undo.js';

/** A Redis of this drill, set up as a ledger needs it. */
export interface RedisServer {
  readonly url: string;
  /** Kills it without a warning, and starts it again after a while from what it has on disk. */
  restart(downMs: number): Promise<void>;
  /** Counts what it holds: for a ledger, one key a claim. */
  keys(): Promise<number>;
}

/** What a ledger needs: a claim that was answered is on disk, and none is ever evicted. */
export const REDIS_SETTINGS = [
  '--appendonly',
  'yes',
  '--appendfsync',
  'always',
  '--maxmemory-policy',
  'noeviction',
] as const;

/** Starts Redis in a folder, on 127.0.0.1. Throws when it does not start. */
export async function startRedis(
  undo: Undo,
  { folder, port }: { folder: string; port: number },
): Promise<RedisServer> {
  const flags = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    ...REDIS_SETTINGS,
  ];
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess;
  const start = async () => {
    child = spawn(program('redis-server'), flags, { stdio: 'ignore' });
    await once(child, 'spawn');
    await listening(child, port, 'redis-server');
  };
  await start();
  undo(() => end(child, 'SIGTERM'));
  return {
    url,
    restart: async (downMs) => {
      await end(child, 'SIGKILL');
      await pause(downMs);
      await start();
    },
    keys: async () => {
      const client = createClient({ url });
      await client.connect();
      try {
        return await client.dbSize();
      } finally {
        client.destroy();
      }
    },
  };
}
