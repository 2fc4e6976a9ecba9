import { describe, expect, it, vi } from 'vitest';
import { deferred } from '../support/deferred.js';
import { clientOf, servedAs, textOf } from '../support/modes.js';
import { connected } from '../support/official.js';
import { accept } from '../support/raw-session.js';
import { served, soon } from '../support/served.js';

const MINUTE = 60_000;

/** Calls with the client's own default time-out, unless told otherwise, and lets two minutes pass while the person is asked. */
async function slowPerson(mode: Parameters<typeof servedAs>[0], options: object = {}) {
  const at = await servedAs(mode);
  const asked = deferred<void>();
  const answer = deferred<object>();
  const client = await clientOf(mode, at, {
    elicit: () => {
      asked.resolve();
      return answer.promise;
    },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const call = client.callTool({ name: 'deploy', arguments: { env: 'prod' } }, options);
    const ended = call.catch((error: unknown) => error);
    await asked.promise;
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    return { ...at, call, ended, answer };
  } finally {
    vi.useRealTimers();
  }
}

describe.each(['2026 HTTP', '2026 stdio'] as const)('over %s', (mode) => {
  it('the client’s time-out for a call does not run while its user is asked', async () => {
    const { call, answer } = await slowPerson(mode);
    answer.resolve(accept({ confirm: true }));
    expect(textOf(await call)).toBe('Deployed to prod.');
  });
});

describe.each(['2025 sessions', '2025 stdio'] as const)('over %s', (mode) => {
  it('the client’s time-out for a call runs on while its user is asked, and ends the call and its question', async () => {
    const { ended, stats, world } = await slowPerson(mode);
    expect(await ended).toMatchObject({ code: 'REQUEST_TIMEOUT' });
    await soon(() => expect(stats().openAsks).toBe(0));
    expect(world.deployed).toEqual([]);
  });

  it('a longer time-out for the call is all it takes', async () => {
    const { call, answer } = await slowPerson(mode, { timeout: 10 * MINUTE });
    answer.resolve(accept({ confirm: true }));
    expect(textOf(await call)).toBe('Deployed to prod.');
  });
});

describe.each(['v2', 'v1'] as const)('the official client %s', (generation) => {
  it('takes the withdrawal of a question, but v1 not that of the first one of its session, whose id is 0', async () => {
    const at = await served();
    const signals: AbortSignal[] = [];
    const client = await connected(generation, at.url, {
      elicit: (_, { signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    for (const asked of [1, 2]) {
      const call = client.callTool({ name: 'hurry' });
      await soon(() => expect(signals).toHaveLength(asked));
      await at.clock.advance(1000);
      expect(textOf(await call)).toBe('The question "name" was not answered in time.');
    }
    await soon(() => expect(signals[1]?.aborted).toBe(true));
    expect(signals[0]?.aborted).toBe(generation === 'v2');
  });
});
