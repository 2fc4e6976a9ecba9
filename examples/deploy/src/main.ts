import { parseArgs } from 'node:util';
import { answers } from './acts/answers.js';
import { chunks } from './acts/chunks.js';
import { declined } from './acts/declined.js';
import { edited } from './acts/edited.js';
import { late } from './acts/late.js';
import { oldClient } from './acts/old-client.js';
import { oldClientMisuse } from './acts/old-client-misuse.js';
import { oldClientStateless } from './acts/old-client-stateless.js';
import { otherCall } from './acts/other-call.js';
import { probe } from './acts/probe.js';
import { promptAndResource } from './acts/prompt-and-resource.js';
import { reading } from './acts/reading.js';
import { roundTrip } from './acts/round-trip.js';
import { stdin } from './acts/stdin.js';
import { stolen } from './acts/stolen.js';
import { threeRounds } from './acts/three-rounds.js';
import { twice } from './acts/twice.js';
import { versions } from './acts/versions.js';
import { Checks } from './checks.js';
import { killAll } from './fleet.js';
import { type Act, type CodecName, Stage } from './stage.js';
import { Terminal } from './terminal.js';
import { Wire } from './wire.js';

const HELP = `Usage: npm run demo -- [--codec aead|hmac] [--full]

  --codec   plays with one codec instead of both
  --full    prints every message as it crossed; else _meta and schemas are left out, and long lines are trimmed

It checks itself, and exits 1 unless everything is as expected.
`;

const INTRODUCTION = `Two replicas behind a balancer that knows nothing, and the official client.
--> is what a person's client sends, <-- what a replica answers: A and B are production, S and T are staging,
L keeps sessions for clients of 2025.
"ok" or "FAILED" is what the demo expected of what came before it.`;

const CODECS: Readonly<Record<CodecName, string>> = {
  aead: 'XChaCha20-Poly1305: what is sealed cannot be read',
  hmac: 'HMAC-SHA256: what is sealed can be read, and not changed',
};

const WITH_EVERY_CODEC: readonly Act[] = [
  probe,
  roundTrip,
  reading,
  edited,
  stolen,
  late,
  otherCall,
  answers,
  declined,
  twice,
  threeRounds,
  chunks,
  promptAndResource,
  oldClient,
  oldClientMisuse,
  oldClientStateless,
];
const ONCE: readonly Act[] = [versions, stdin];

/** Nothing may hang: past this the demo has failed. */
const DEADLINE_MS = 180_000;

async function play(
  codecs: readonly CodecName[],
  terminal: Terminal,
  check: Checks,
  wire: Wire,
): Promise<void> {
  const set = (codec: CodecName | undefined) => codec && Stage.set(codec, terminal, check, wire);
  let next = set(codecs[0]);
  for (const [index, codec] of codecs.entries()) {
    terminal.part(CODECS[codec]);
    const stage = await next;
    next = set(codecs[index + 1]); // its processes start while this one plays
    next?.catch(() => undefined); // reported when its turn comes
    if (stage === undefined) return;
    terminal.say(
      `replicas: ${stage.processes.map(({ name, pid }) => `${name} (pid ${pid})`).join(', ')}`,
    );
    try {
      for (const act of index === 0 ? [...WITH_EVERY_CODEC, ...ONCE] : WITH_EVERY_CODEC) {
        terminal.act(act.title);
        await act.play(stage).catch((error: unknown) => check.broken(act.title, error));
      }
    } finally {
      await stage.strike();
    }
  }
}

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      codec: { type: 'string' },
      full: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const names = Object.keys(CODECS) as CodecName[];
  const codecs = values.codec === undefined ? names : names.filter((name) => name === values.codec);
  if (values.help || codecs.length === 0) {
    process.stdout.write(HELP);
    return values.help ? 0 : 2;
  }
  const terminal = new Terminal(process.stdout, values.full);
  terminal.line(INTRODUCTION);
  const check = new Checks(terminal);
  const overdue = setTimeout(() => {
    check.broken('the demo', `not done after ${DEADLINE_MS / 1000} seconds`);
    terminal.line(check.summary);
    killAll();
    process.exit(1);
  }, DEADLINE_MS);
  await play(codecs, terminal, check, new Wire(terminal, values.full)).catch((error: unknown) =>
    check.broken('the demo', error),
  );
  clearTimeout(overdue);
  killAll(); // none is left, unless a stage could not be set
  terminal.line(`\n${check.summary}`);
  return check.allKept ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  return 2;
});
