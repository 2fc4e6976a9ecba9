import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connected } from './support/official.js';
import { accept } from './support/raw-session.js';
import { served } from './support/served.js';

const Name = form(z.object({ name: z.string().min(2) }));

@Tool({ name: 'two', description: 'Asks twice, and is patient.' })
class Two {
  @Elicit({ attempts: 4 }) first() {
    return ask.form('First?', Name);
  }
  @Elicit({ attempts: 4 }) second(_: object, { first }: Answers<Two, 'first'>) {
    return ask.form(`Second, after ${first.name}?`, Name);
  }
  run(_: object, { first, second }: Answers<Two>) {
    return `${first.name} and ${second.name}`;
  }
}

describe('server.describe() with the shim', () => {
  it('tells the rounds that the shim allows, and where 2025 clients can be asked', async () => {
    const described = async (shim: Parameters<typeof served>[0]) =>
      (await served(shim)).server.describe();
    const shims = [{}, { maxRounds: 5, sessions: false }, { jsonResponse: true }, 'none'] as const;
    const told = await Promise.all(shims.map(described));
    expect(told.map(({ limits }) => limits.find(({ by }) => by === 'legacyShim')?.most)).toEqual([
      8,
      5,
      8,
      undefined,
    ]);
    expect(told.map(({ asks2025 }) => asks2025)).toEqual(['everywhere', 'stdio', 'stdio', 'no']);
  });

  it('warns of more misfits than the shim goes along with: there a 2025 client meets its limit, and with fewer it does not', async () => {
    const { server, url } = await served({ maxRounds: 6 }, { components: [Two], providers: [] });
    const { bounds, warnings } = server.describe().components[0] ?? {};
    expect(bounds?.find(({ by }) => by === 'legacyShim')).toMatchObject({
      most: 6,
      answered: 1,
      worst: 7,
      left: 0,
    });
    expect(warnings).toEqual([expect.stringMatching(/7 rounds.*shim for 2025 clients allows 6/)]);

    const ended = async (misfits: number) => {
      const had = { First: 0, Second: 0 };
      const client = await connected('v2', url, {
        elicit: ({ message }) =>
          accept({
            name:
              had[String(message).startsWith('First') ? 'First' : 'Second']++ < misfits
                ? 'x'
                : 'Ada',
          }),
      });
      const { isError = false, content } = await client.callTool({ name: 'two' });
      return { isError, text: content[0].text };
    };
    expect(await ended(2)).toEqual({ isError: false, text: 'Ada and Ada' });
    expect(await ended(3)).toEqual({
      isError: true,
      text: expect.stringContaining('after 6 rounds'),
    });
  });
});
