import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerEvent } from '@countersign/core';
import type { Deployment } from './releases.js';
import type { FromReplica, ReplicaSettings } from './replica.js';

/** What happened on a replica. */
export interface Report {
  readonly events: readonly ServerEvent[];
  readonly deployed: readonly Deployment[];
}

const REPLICA = fileURLToPath(new URL('replica.js', import.meta.url));

/** A replica process, and what it tells about itself over its own channel; the wire carries none of it. */
export class Replica {
  private readonly events: ServerEvent[] = [];
  private reported = 0;

  private constructor(
    readonly name: string,
    readonly url: URL,
    private readonly child: ChildProcess,
  ) {
    child.on('message', (message: FromReplica) => {
      if (message.type === 'event') this.events.push(message.event);
    });
  }

  /** Starts a process and waits until it listens. Rejects when it ends before. */
  static async start(name: string, settings: ReplicaSettings): Promise<Replica> {
    const child = fork(REPLICA, {
      env: { ...process.env, ...settings },
      serialization: 'advanced',
      execArgv: [],
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    const listening = await told(child, 'listening');
    return new Replica(name, new URL(listening.url), child);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** What happened since the last time. The answer to the question comes after every event before it. */
  async report(): Promise<Report> {
    const answered = told(this.child, 'deployments');
    this.child.send('report');
    const { deployments } = await answered;
    const deployed = deployments.slice(this.reported);
    this.reported = deployments.length;
    return { events: this.events.splice(0), deployed };
  }

  /** Ends the process: by closing its channel, as a supervisor would ask; by force if that is not enough. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    const force = setTimeout(() => this.child.kill('SIGKILL'), 3000);
    if (this.child.connected) this.child.disconnect();
    await gone;
    clearTimeout(force);
  }
}

const children = new Set<ChildProcess>();

/** For when the demo itself has to end at once. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

function told<T extends FromReplica['type']>(
  child: ChildProcess,
  type: T,
): Promise<Extract<FromReplica, { type: T }>> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      child.off('message', listen);
      child.off('exit', ended);
      outcome();
    };
    const listen = (message: FromReplica) => {
      if (message.type === type)
        settle(() => resolve(message as Extract<FromReplica, { type: T }>));
    };
    const ended = (code: number | null) =>
      settle(() => reject(new Error(`a replica ended with code ${code}`)));
    child.on('message', listen);
    child.once('exit', ended);
  });
}
