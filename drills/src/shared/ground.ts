import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReplicaSettings } from '../replica/settings.js';
import { startNginx } from './nginx.js';
import { freePorts } from './ports.js';
import { type RedisServer, startRedis } from './redis-server.js';
import { type Replica, startReplica } from './replicas.js';
import type { Undo } from './undo.js';

export interface GroundOptions {
  readonly replicas: number;
  /** All but what the ground itself decides. */
  readonly settings: Omit<ReplicaSettings, 'name' | 'folder' | 'redis'>;
}

/** What a drill takes place on: replicas behind nginx, which take turns, with one Redis. All of it on 127.0.0.1. */
export interface Ground {
  /** Of nginx. */
  readonly url: URL;
  readonly redis: RedisServer;
  readonly replicas: readonly Replica[];
  /** Where the replicas write what they did. */
  readonly records: string;
  /** Settings of one more replica, or of one that starts anew. */
  settingsOf(name: string, changed?: Partial<GroundOptions['settings']>): ReplicaSettings;
  /**
   * Restarts the replicas one after the other with changed settings, as a deployment does: each finishes what it has begun. `before`
   * is done before each, while that one still runs with the old settings.
   */
  roll(
    changed: Partial<GroundOptions['settings']>,
    before?: (replica: Replica, at: number) => Promise<void>,
  ): Promise<void>;
}

/** Starts all of it. What it started ends with the work that `undo` belongs to, and its folder is removed. */
export async function startGround(
  undo: Undo,
  { replicas: count, settings }: GroundOptions,
): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-drill-'));
  undo(() => rmSync(folder, { recursive: true, force: true }));
  const records = join(folder, 'records');
  const data = join(folder, 'redis');
  for (const inside of [records, data]) mkdirSync(inside);

  const [front = 0, store = 0, ...ports] = await freePorts(count + 2);
  const redis = await startRedis(undo, { folder: data, port: store });
  const settingsOf: Ground['settingsOf'] = (name, changed) => ({
    ...settings,
    ...changed,
    name,
    folder: records,
    redis: redis.url,
  });
  const replicas = await Promise.all(
    ports.map((port, at) => startReplica(undo, port, settingsOf(`replica-${at + 1}`))),
  );
  const url = await startNginx(undo, {
    folder: join(folder, 'nginx'),
    port: front,
    replicas: ports,
  });
  const roll: Ground['roll'] = async (changed, before) => {
    for (const [at, replica] of replicas.entries()) {
      await before?.(replica, at);
      await replica.stop();
      await replica.start(settingsOf(`replica-${at + 1}`, changed));
    }
  };
  return { url, redis, replicas, records, settingsOf, roll };
}
