import { HELP, type Options, readOptions } from './fuzz/options.js';
import { fuzz } from './fuzz/run.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main({ inputs, seed, from }: Options): Promise<boolean> {
  const began = Date.now();
  const seconds = () => ((Date.now() - began) / 1000).toFixed(0);
  const every = Math.max(1000, Math.floor(inputs / 20));
  let told = 0;
  const progress = (sent: number) => {
    if (sent - told < every && sent < inputs) return;
    told = sent;
    print(`${sent} of ${inputs} after ${seconds()} s`);
  };
  const { sent, findings, statuses, yeses, wiped } = await fuzz({
    inputs,
    seed,
    from,
    progress,
    ...(inputs === 1 && { shown: print }),
  });
  for (const { index, problem, details } of findings)
    print(
      `\nFOUND ${problem}${index === undefined ? '' : ` (pnpm fuzz --seed ${seed} --from ${index} --inputs 1)`}\n${details}`,
    );
  print('');
  for (const [status, times] of [...statuses].sort(([a], [b]) => a.localeCompare(b)))
    print(`${String(times).padStart(8)}  ${status}`);
  print(`${String(yeses).padStart(8)}  said yes to what destroys, which went ahead ${wiped} times`);
  print(`fuzz: ${sent} inputs at seed ${seed}, ${findings.length} findings, ${seconds()} s`);
  return findings.length === 0;
}

let chosen: Options | undefined;
try {
  chosen = readOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  process.exitCode = 2;
}
if (chosen?.help) process.stdout.write(HELP);
else if (chosen !== undefined && !(await main(chosen))) process.exitCode = 1;
