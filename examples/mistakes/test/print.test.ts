import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { checkAll, compileAll, PROGRAMS, run } from './support/moments.js';

it('prints', async () => {
  const compiled = compileAll();
  const checked = await checkAll();
  const all: Record<string, string[]> = {};
  for (const name of PROGRAMS) {
    const c = compiled.get(name);
    all[name] = [...(c ? [c] : []), ...(await run(name)), ...(checked.get(name) ?? [])];
  }
  writeFileSync('/tmp/moments.json', JSON.stringify(all, undefined, 1));
}, 120000);
