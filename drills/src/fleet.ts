import { checksOn, figures } from './fleet/checks.js';
import { runFleet } from './fleet/drill.js';
import { HELP, OPTIONS } from './fleet/options.js';
import { main } from './shared/main.js';
import { printChecks } from './shared/report.js';

await main({
  help: HELP,
  options: OPTIONS,
  drill: async (options, print) => {
    const seen = await runFleet(options, print);
    print('');
    for (const line of figures(seen)) print(line);
    return printChecks(print, 'fleet', checksOn(seen, options));
  },
});
