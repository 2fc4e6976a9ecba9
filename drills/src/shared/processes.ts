import { type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Ends a child by its pid, and waits until it is gone. One that does not go within ten seconds is killed. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(late);
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Waits until somebody listens on a port, for as long as the child lives, and for twenty seconds at most. Throws when nobody does. */
export async function listening(child: ChildProcess, port: number, name: string): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    if (await answers(port)) return;
    await pause(20);
  }
  throw new Error(`${name} does not listen on port ${port}`);
}
