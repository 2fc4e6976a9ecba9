import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settle } from '../src/options.js';
import { server } from './readme/server.js';
import { connected } from './support/official.js';
import { accept } from './support/raw-session.js';
import { atEnd } from './support/served.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  it('shows a server as it is compiled, which serves a 2025 client', async () => {
    const [, shown] = /^```ts\n([\s\S]*?)^```/m.exec(readme) ?? [];
    expect(shown).toBe(readFileSync(new URL('./readme/server.ts', import.meta.url), 'utf8'));
    const { url } = await server.listen();
    atEnd(() => server.close({ graceMs: 0 }));
    const client = await connected('v1', url, { elicit: () => accept({ confirm: 'yes' }) });
    expect(
      (await client.callTool({ name: 'delete', arguments: { path: 'a.txt' } })).content[0].text,
    ).toBe('Deleted a.txt.');
  });

  it('tells the defaults as they are', () => {
    const { maxRounds, roundTimeoutMs, pace, sessions, jsonResponse } = settle({});
    const defaults = { maxRounds, roundTimeoutMs, pacing: pace(1), jsonResponse };
    const named = {
      ...defaults,
      ...Object.fromEntries(
        Object.entries(sessions).map(([name, value]) => [`sessions.${name}`, value]),
      ),
    };
    const shown = Object.fromEntries(
      [...readme.matchAll(/^\| `([\w.]+)` \| `?([^|`]+)`? \|/gm)].map(([, name, value]) => [
        name,
        value?.trim().replace(/(?<=\d) (?=\d)/g, ''),
      ]),
    );
    for (const [name, value] of Object.entries(named))
      expect([name, shown[name ?? '']]).toEqual([name, String(value)]);
  });
});
