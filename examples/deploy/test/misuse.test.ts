import { aeadCodec } from '@countersign/codec-aead';
import { legacyShim } from '@countersign/shim-legacy';
import { everyWay, misuse } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { Releases } from '../src/releases.js';
import { releaseService } from '../src/service.js';

/** What has to stop each move, by era. */
const STOPPED_BY = {
  '2026': {
    'tampered()': ['unauthentic'],
    'tampered, in 64 places': expect.arrayContaining(['unauthentic', 'unknown_key']),
    'truncated()': ['unauthentic'],
    overwriting: ['unauthentic'],
    'at(another audience)': ['audience'],
    'after(its deadline)': ['expired'],
    'as(another user)': ['principal'],
    'as(another client)': ['principal'],
    'as(nobody)': ['principal'],
    'with(other arguments)': ['request'],
    onto: ['request'],
    withForgedAnswer: ['not_asked'],
    'withoutState()': ['not_asked'],
    'answered honestly': ['nothing'],
    'replayed()': ['nothing'],
  },
  '2025': {
    'at(another process)': ['session'],
    'after(its deadline)': ['timed_out'],
    'as(another user)': ['session'],
    'as(another client)': ['session'],
    'as(nobody)': ['session'],
    'with(other arguments)': ['in_flight'],
    onto: ['in_flight'],
    withForgedAnswer: ['not_asked'],
    'withoutState(), all of it in the params': ['not_asked'],
    'answered honestly': ['nothing'],
    'replayed()': ['settled'],
  },
} as const;

/** What stops what is nearly a yes, in the flows that ask for one. */
const NEARLY: Readonly<Record<string, object>> = {
  deploy: { "nearly yes to 'confirm'": ['misfit'] },
  'secret://signing-key': { "nearly yes to 'reveal'": ['misfit'] },
};

/** Without what a move was made with. */
const bare = (move: string): string =>
  move
    .replace(/^(overwriting|onto|withForgedAnswer)\(.*$/, '$1')
    .replace(/^(nearly yes to '\w+'), in \d+ ways$/, '$1');

everyWay({ describe, it }, ({ it, play, era }) => {
  const service = (releases = new Releases()) => {
    const bob = play(
      releaseService({ state: { codec: aeadCodec() }, legacy: legacyShim() }, releases),
    ).as('bob');
    return { releases, bob };
  };

  it('each misuse of a question is stopped by the check for it, whatever asked', async () => {
    const { bob } = service();
    const flows = [
      await bob.call('deploy', { env: 'prod' }),
      await bob.call('release-notes'),
      await bob.get('review', { change: 'CS-7' }),
      await bob.read('secret://signing-key'),
    ];
    for (const flow of flows) {
      const { rows, target } = await misuse(flow);
      expect(
        Object.fromEntries(rows.map(({ move, stoppedBy }) => [bare(move), stoppedBy])),
        target,
      ).toEqual({ ...STOPPED_BY[era], ...NEARLY[target] });
    }
  });

  it('deploys as often as it was honestly told to', async () => {
    const { bob, releases } = service();
    await misuse(await bob.call('deploy', { env: 'staging' }));
    expect(releases.deployments).toHaveLength(2); // and once more by the replay: a state is not single-use
    await misuse(await bob.call('deploy', { env: 'staging' }), {
      answers: { confirm: false },
    });
    expect(releases.deployments).toHaveLength(2);
  });
});
