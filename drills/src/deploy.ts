import { checksOn, figures } from './deploy/checks.js';
import { runDeploys } from './deploy/drill.js';
import { HELP, OPTIONS } from './deploy/options.js';
import { main } from './shared/main.js';
import { seeded } from './shared/random.js';
import { printChecks } from './shared/report.js';

await main({
  help: HELP,
  options: OPTIONS,
  programs: false,
  drill: async ({ seed, ...options }, print) => {
    const rows = await runDeploys({ ...options, random: seeded(seed) });
    for (const line of figures(rows)) print(line);
    print('');
    return printChecks(print, 'deploy', checksOn(rows));
  },
});
