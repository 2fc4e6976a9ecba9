import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ReplicaSettings } from '../replica/settings.js';
import type { FromReplica, Question, ReplicaState } from '../replica/words.js';
import { end } from './processes.js';
import type { Undo } from './undo.js';

/** Compiled, also for a test that runs from sources: a process of its own loads what an operator's would. */
const ENTRY = fileURLToPath(new URL('../../dist/replica/process.js', import.meta.url));
/** A port may stay taken for a moment after its process was killed. */
const TRIES = 5;

/** One server process, on one port for as long as the drill lasts. */
export interface Replica {
  readonly port: number;
  readonly url: URL;
  /** Whether it is meant to answer: not between `kill` or `stop` and the end of `start`. */
  isUp(): boolean;
  /** Starts it, with these settings or those it had. Resolves when it listens. */
  start(settings?: ReplicaSettings): Promise<void>;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Lets it finish what it has begun, as a deployment does. */
  stop(): Promise<void>;
  /** Asks the process what it holds, after collecting garbage where it may. */
  look(question: Question): Promise<ReplicaState>;
}

/** Starts one replica. Throws, with what it wrote to stderr, when it does not start. */
export async function startReplica(
  undo: Undo,
  port: number,
  first: ReplicaSettings,
  execArgv: readonly string[] = [],
): Promise<Replica> {
  let settings = first;
  let child: ChildProcess | undefined;
  let up = false;

  const tryStart = async (): Promise<string | undefined> => {
    const env = { ...process.env, REPLICA: JSON.stringify({ ...settings, port }) };
    // Stopping is by signal; should this process vanish, the channel closes, and the replica ends by itself.
    const started = fork(ENTRY, [], {
      env,
      execArgv: [...execArgv],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child = started;
    let said = '';
    started.stderr?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-2000);
    });
    return new Promise((resolve) => {
      started.once('exit', () => resolve(said || 'it ended at once'));
      started.once('message', () => resolve(undefined));
    });
  };
  const start = async (changed = settings): Promise<void> => {
    settings = changed;
    let failure: string | undefined;
    for (let tries = 0; tries < TRIES; tries++) {
      failure = await tryStart();
      up = failure === undefined;
      if (up) return;
      await pause(100);
    }
    throw new Error(`${settings.name} did not start: ${failure}`);
  };
  const ended = async (signal: NodeJS.Signals): Promise<void> => {
    up = false;
    if (child !== undefined) await end(child, signal);
  };
  undo(() => ended('SIGKILL'));
  await start();

  return {
    port,
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    isUp: () => up,
    start,
    kill: () => ended('SIGKILL'),
    stop: () => ended('SIGTERM'),
    look: (question) =>
      new Promise((resolve, reject) => {
        const gone = () => reject(new Error(`${settings.name} ended`));
        child?.once('exit', gone);
        child?.once('message', (answer: FromReplica) => {
          child?.off('exit', gone);
          if (answer === 'listening')
            reject(new Error(`${settings.name} answered what it was not asked`));
          else resolve(answer);
        });
        child?.send(question);
      }),
  };
}
