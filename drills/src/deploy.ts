import { runDrill } from './deploy/drill.js';
import { HELP, type Options, readOptions } from './deploy/options.js';
import { seeded } from './deploy/random.js';
import { checksOf, tableOf } from './deploy/report.js';

const write = (lines: readonly string[]) => void process.stdout.write(`${lines.join('\n')}\n`);

async function drill({ seed, ...options }: Options): Promise<boolean> {
  const rows = await runDrill({ ...options, next: seeded(seed) });
  write([...tableOf(rows), '']);
  const checks = checksOf(rows);
  const held = checks.filter(({ holds }) => holds).length;
  write([...checks.map(({ what, holds }) => `${holds ? 'ok    ' : 'FAILED'}  ${what}`), '']);
  write([`deploy: ${held} of ${checks.length} as expected`]);
  return held === checks.length;
}

function options(): Options | undefined {
  try {
    const read = readOptions(process.argv.slice(2));
    if (read !== 'help') return read;
    process.stdout.write(HELP);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    process.exitCode = 2;
  }
  return undefined;
}

const chosen = options();
if (chosen !== undefined && !(await drill(chosen))) process.exitCode = 1;
