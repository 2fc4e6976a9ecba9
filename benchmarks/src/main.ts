import { cpus, loadavg } from 'node:os';
import { type Check, codecChecks, listChecks, roundTripChecks } from './acceptance.js';
import { measureCodecs } from './codec.js';
import { measureLists } from './lists.js';
import { HELP, type Options, readOptions } from './options.js';
import { checkLines, codecTables, listTables, roundTripTables } from './report.js';
import { measureRoundTrips } from './round-trip.js';
import { SCHEDULES, scheduledAt } from './schedules.js';

const print = (lines: readonly string[]): void =>
  void process.stdout.write(`${lines.join('\n')}\n`);

async function bench({ quick, parts, components }: Options): Promise<readonly Check[]> {
  const schedules = SCHEDULES[quick ? 'quick' : 'full'];
  const checks: Check[] = [];
  if (parts.includes('codec')) {
    const results = await measureCodecs(schedules.codec);
    print(codecTables(results));
    checks.push(...codecChecks(results));
  }
  if (parts.includes('round-trip')) {
    const results = await measureRoundTrips(scheduledAt(schedules.roundTrip, components));
    print(roundTripTables(results));
    checks.push(...roundTripChecks(results));
  }
  if (parts.includes('lists')) {
    const results = await measureLists(scheduledAt(schedules.lists, components));
    print(listTables(results));
    checks.push(...listChecks(results));
  }
  print(checkLines(checks));
  return checks;
}

function options(): Options | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return undefined;
  }
}

const chosen = options();
if (chosen === undefined) {
  process.exitCode = 2;
} else if (chosen.help) {
  process.stdout.write(HELP);
} else {
  const [busy = 0] = loadavg();
  const [core] = cpus();
  print([
    `Node ${process.versions.node}, ${cpus().length} cores, ${core?.model.trim() ?? 'unknown processor'}, load before ${busy.toFixed(1)}`,
    '',
  ]);
  const checks = await bench(chosen);
  if (chosen.check && checks.some(({ holds }) => !holds)) process.exitCode = 1;
}
