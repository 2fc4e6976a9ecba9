import { HELP, readOptions } from './fuzz/options.js';
import { type FuzzOptions, fuzz } from './fuzz/run.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(options: FuzzOptions): Promise<boolean> {
  const began = Date.now();
  const seconds = () => ((Date.now() - began) / 1000).toFixed(0);
  const every = Math.max(1000, Math.floor(options.runs / 20));
  let shown = 0;
  const progress = (sent: number) => {
    if (sent - shown < every && sent < options.runs) return;
    shown = sent;
    print(`${sent} of ${options.runs} after ${seconds()} s`);
  };
  const { sent, findings, statuses } = await fuzz({ ...options, progress });
  for (const { index, problem, details } of findings)
    print(`\nFOUND ${problem}${index === undefined ? '' : ` (pnpm fuzz --seed ${options.seed} --from ${index} --runs 1)`}\n${details}`);
  print('');
  for (const [status, times] of [...statuses].sort(([a], [b]) => a.localeCompare(b))) print(`${String(times).padStart(8)}  ${status}`);
  print(`fuzz: ${sent} inputs at seed ${options.seed}, ${findings.length} findings, ${seconds()} s`);
  return findings.length === 0;
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
