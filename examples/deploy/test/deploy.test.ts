import { aeadCodec } from '@countersign/codec-aead';
import { legacyShim } from '@countersign/shim-legacy';
import { everyWay } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { Releases } from '../src/releases.js';
import { releaseService } from '../src/service.js';

const YES = { confirm: true };

everyWay({ describe, it }, ({ it, play }) => {
  const played = (releases = new Releases()) => {
    const server = releaseService(
      { state: { codec: aeadCodec() }, legacy: legacyShim() },
      releases,
    );
    return { releases, bob: play(server).as('bob') };
  };

  it('asks before it deploys, and deploys the build it asked about', async () => {
    const { bob, releases } = played();
    const asked = await bob.call('deploy', { env: 'staging' });
    expect(Object.keys(asked.asks)).toEqual(['confirm']);
    expect(releases.deployments).toEqual([]);
    const done = await asked.answer(YES);
    expect(done.text).toBe('Deployed 42 to staging.');
    expect(releases.deployments).toMatchObject([{ build: 42, env: 'staging', ticket: undefined }]);
  });

  it('asks for a ticket too when it goes to prod, and keeps the answer it got first', async () => {
    const { bob, releases } = played();
    const asked = await bob.call('deploy', { env: 'prod' });
    expect(Object.keys(asked.asks)).toEqual(['confirm', 'ticket']);
    const half = await asked.answer({ ticket: { id: 'CHG-1' } });
    expect(Object.keys(half.asks)).toEqual(['confirm']);
    const accept = (content: object) => ({ action: 'accept', content });
    await half.answerRaw({
      confirm: accept({ confirm: 'yes' }),
      ticket: accept({ id: 'CHG-666' }),
    });
    expect(releases.deployments).toMatchObject([{ env: 'prod', ticket: 'CHG-1' }]);
  });

  it('deploys nothing after a no, whether it is an answer or a refusal', async () => {
    const { bob, releases } = played();
    const asked = await bob.call('deploy', { env: 'staging' });
    for (const no of [await asked.answer({ confirm: false }), await asked.decline('confirm')])
      expect(no).toMatchObject({ isError: true, text: 'The user declined "confirm".' });
    expect(releases.deployments).toEqual([]);
  });
});
