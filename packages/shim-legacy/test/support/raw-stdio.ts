import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Message } from './raw-session.js';
import { atEnd, soon } from './served.js';

/** A server as a process, spoken to by hand. Killed with the test. */
export function rawProcess(args: readonly string[]) {
  const child = spawn(process.execPath, args, { stdio: 'pipe' });
  atEnd(async () => child.kill('SIGKILL'));
  const messages: Message[] = [];
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    const lines = (out + String(chunk)).split('\n');
    out = lines.pop() ?? '';
    messages.push(...lines.map((line) => JSON.parse(line)));
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const send = (message: object) =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    child,
    messages,
    err: () => err,
    exited: once(child, 'exit') as Promise<[number | null, string | null]>,
    send,
    call: (id: number | string, name: string, args: object = {}, more: object = {}) =>
      send({ id, method: 'tools/call', params: { name, arguments: args, ...more } }),
    /** Waits for a message. */
    next: (matches: (message: Message) => boolean): Promise<Message> =>
      soon(
        () =>
          messages.find(matches) ??
          Promise.reject(new Error(`no such message among ${JSON.stringify(messages)}; ${err}`)),
      ),
  };
}

/** The same with a client of a 2025 revision. */
export async function legacyProcess(args: readonly string[]) {
  const process = rawProcess(args);
  const clientInfo = { name: 'raw', version: '0' };
  process.send({
    id: 'initialize',
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: { elicitation: {} }, clientInfo },
  });
  await process.next(({ id }) => id === 'initialize');
  process.send({ method: 'notifications/initialized' });
  return process;
}
