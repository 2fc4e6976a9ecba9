import assert from 'node:assert/strict';
import type { StateCodec } from '@countersign/core';
import {
  framedCodecs,
  openFramed,
  requestDigest,
  type StateGuard,
  sealFramed,
  stateGuard,
} from '@countersign/core/internal';
import { misuse } from '../../misuse.js';
import { alteredAnywhere } from '../../modern/tamper.js';
import { play } from '../../play.js';
import { confirmingServer } from './confirming-server.js';
import { bytes, key, type Rules } from './rules.js';

const NOW = 1_700_000_000_000;
const BINDING = {
  principal: { issuer: 'https://issuer.test', subject: 'bob', client: 'play' },
  request: requestDigest('tools/call', 'confirm', {}),
  lifetime: 'round',
} as const;
const JOURNAL = { flow: 'flow 1', deadline: NOW + 3_600_000, answer: 'yes' };
const MAX_BYTES = 32_768;

type Guard = StateGuard<typeof JOURNAL>;

const guardOf = (...codecs: readonly StateCodec[]): Guard =>
  stateGuard({
    codecs,
    audience: 'confirming',
    ttlMs: 600_000,
    maxBytes: MAX_BYTES,
    skewMs: 0,
    now: () => NOW,
  });

async function minted(guard: Guard): Promise<string> {
  const state = await guard.mint(JOURNAL, BINDING);
  assert.ok(state.ok);
  return state.state;
}

/** `ok`, `old` when another than the first codec and key opened it, or why it was refused. */
async function verdict(guard: Guard, state: string): Promise<string> {
  const opened = await guard.open(state, BINDING);
  if (!opened.ok) return opened.code;
  assert.deepEqual(opened.journal, JOURNAL);
  return opened.openedByOld === undefined ? 'ok' : 'old';
}

/** The same codec under another tag: what tells the two apart is the additional data alone. */
const retagged = (codec: StateCodec): StateCodec => ({
  tag: 'retagged',
  readable: codec.readable,
  seal: (plain, aad) => codec.seal(plain, aad),
  open: (sealed, aad) => codec.open(sealed, aad),
});

/** It does what a server needs of it. */
export const stateRules: Rules = ({ it }, make) => {
  it('seals a state that opens, and that is refused with any character changed', async () => {
    const guard = guardOf(make([key(1)]));
    const state = await minted(guard);
    assert.equal(await verdict(guard, state), 'ok');
    for (const altered of alteredAnywhere(state)) {
      assert.ok(
        ['malformed', 'unknown_key', 'unauthentic'].includes(await verdict(guard, altered)),
        `took ${altered}`,
      );
    }
  });

  it('opens nothing that was sealed for another purpose', async () => {
    const codecs = framedCodecs([make([key(1)])]);
    for (const sealedFor of ['state', 'result', 'ticket'] as const) {
      const sealed = await sealFramed(codecs[0], sealedFor, bytes('plain'));
      for (const openedFor of ['state', 'result', 'ticket'] as const) {
        const opened = await openFramed(codecs, openedFor, sealed, MAX_BYTES);
        assert.equal(opened.ok, sealedFor === openedFor, `${sealedFor} as ${openedFor}`);
      }
    }
  });

  it('opens nothing under the tag of another codec, even one with the same key', async () => {
    const codec = make([key(1)]);
    const guard = guardOf(codec, retagged(codec));
    const state = await minted(guard);
    assert.equal(await verdict(guard, state), 'ok');
    assert.notEqual(await verdict(guard, `retagged${state.slice(state.indexOf('.'))}`), 'ok');
    assert.equal(await verdict(guardOf(retagged(codec)), state), 'unknown_key');
  });

  it('moves to a new key under load, in three phases of which each opens what its neighbours seal', async () => {
    const phases = [[key(1), key(2)], [key(2), key(1)], [key(2)]].map((keys) =>
      guardOf(make(keys)),
    );
    const states = await Promise.all(phases.map(minted));
    const seen = await Promise.all(
      phases.map((guard) => Promise.all(states.map((state) => verdict(guard, state)))),
    );
    assert.deepEqual(seen.slice(0, 2), [
      ['ok', 'old', 'old'],
      ['old', 'ok', 'ok'],
    ]);
    assert.deepEqual([seen[2]?.[0] === 'ok', seen[2]?.[1], seen[2]?.[2]], [false, 'ok', 'ok']);
  });

  it('serves a whole server, at which every misuse of a state is stopped by the check for it', async () => {
    const asked = await play(confirmingServer(make([key(1)])))
      .as('bob')
      .call('confirm', { what: 'it' });
    assert.ok((await misuse(asked)).ok);
    assert.equal((await asked.answer({ sure: { yes: true } })).text, 'Did it.');
  });
};
