import { parseArgs } from 'node:util';
import { everything } from '../server.js';
import { REVISIONS } from './requirements.js';
import { fullMarks, report, score } from './score.js';
import { runSuite } from './suite.js';

const HELP = `Usage: pnpm conformance

Serves the fixture on a free port of loopback, and runs the official conformance suite against it: what it requires of a server of
2026-07-28, and of one of 2025-11-25. Exits 1 on anything but full marks; a warning, or a check that was skipped, is none.

  --verbose   prints the suite's own reports too
`;

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { help: { type: 'boolean', short: 'h' }, verbose: { type: 'boolean' } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  // The suite misuses what it can, which is not worth a warning each time.
  const quiet = () => undefined;
  const server = everything({
    logger: { debug: quiet, info: quiet, warn: quiet, error: console.error },
  });
  let all = true;
  try {
    const { url } = await server.listen();
    // One after the other: some scenarios allow half a second, and two at once might not make it.
    for (const revision of REVISIONS) {
      const run = await runSuite(url, revision);
      const scored = score(run);
      const unread = run.checks.size === 0 || scored.dissent !== undefined; // then only the suite itself can tell why
      if (values.verbose || unread) process.stdout.write(run.output);
      process.stdout.write(`${report(scored).join('\n')}\n`);
      all &&= fullMarks(scored);
    }
  } finally {
    await server.close({ graceMs: 0 });
  }
  return all ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  return 2;
});
