import { AheadClock } from './soak/ahead-clock.js';
import { checksOn } from './soak/checks.js';
import { startClients } from './soak/clients.js';
import { type Load, soak } from './soak/load.js';
import { HELP, type Options, readOptions } from './soak/options.js';
import { countTimers } from './soak/remains.js';
import { flat, grown, KINDS, resend } from './soak/resent.js';
import { soakServer } from './soak/server.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(2)} MiB`;
const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

async function soakClients(clients: number): Promise<boolean> {
  const began = Date.now();
  const timers = countTimers();
  const clock = new AheadClock();
  const server = await soakServer(clock, 2 * clients);
  const soaked = {
    server,
    clock,
    timers,
    idleTimers: timers.count(),
    clients: startClients(server.url),
  };
  let loads: [Load, Load];
  try {
    // The first to come fill caches and the compiler's tables, which is no leak.
    await soak(clients, soaked);
    loads = [await soak(clients, soaked), await soak(2 * clients, soaked)];
  } finally {
    soaked.clients.stop();
    await server.close();
  }
  const checks = checksOn(...loads);
  for (const { what, holds } of checks) print(`${holds ? 'ok    ' : 'FAILED'}  ${what}`);
  const [first, second] = loads;
  const each = (second.left.heap - first.left.heap) / second.clients;
  print('');
  print(
    `heap: ${mib(first.left.heap)} after ${first.clients}, ${mib(second.left.heap)} after ${second.clients} (${each.toFixed(0)} bytes a client)`,
  );
  print(
    `per live session: ${kib(second.bytes.session)}; ${kib(second.bytes.question)} more while connected with a question open`,
  );
  print(`took ${((Date.now() - began) / 1000).toFixed(0)} s`);
  const held = checks.filter(({ holds }) => holds).length;
  print(`soak: ${held} of ${checks.length} as expected`);
  return held === checks.length;
}

/** One state over and over, for each kind of question. */
async function soakStates(sent: number): Promise<boolean> {
  let held = 0;
  // What comes first fills caches, whichever kind it is.
  for (const kind of KINDS) await resend(kind, Math.min(sent, 500));
  for (const kind of KINDS) {
    const resent = await resend(kind, sent);
    const [first, second] = resent.heap;
    if (flat(resent)) held++;
    print(
      `${flat(resent) ? 'ok    ' : 'FAILED'}  ${kind}: heap ${mib(first)} after ${sent}, ` +
        `${mib(second)} after ${2 * sent} (${(grown(resent) * 100).toFixed(2)} %)`,
    );
  }
  print(`states: ${held} of ${KINDS.length} kinds of question leave nothing behind`);
  return held === KINDS.length;
}

async function main({ clients, sent, only }: Options): Promise<boolean> {
  const parts = [
    only === 'states' || (await soakClients(clients)),
    only === 'clients' || (await soakStates(sent)),
  ];
  return parts.every(Boolean);
}

let chosen: ReturnType<typeof readOptions> | undefined;
try {
  chosen = readOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  process.exitCode = 2;
}
if (chosen?.help) process.stdout.write(HELP);
else if (chosen !== undefined && !(await main(chosen))) process.exitCode = 1;
