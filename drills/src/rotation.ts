import { checksOn, figures } from './rotation/checks.js';
import { runRotation } from './rotation/drill.js';
import { HELP, OPTIONS } from './rotation/options.js';
import { main } from './shared/main.js';
import { printChecks } from './shared/report.js';

await main({
  help: HELP,
  options: OPTIONS,
  drill: async (options, print) => {
    const seen = await runRotation(options, print);
    print('');
    for (const line of figures(seen)) print(line);
    return printChecks(print, 'rotation', checksOn(seen));
  },
});
