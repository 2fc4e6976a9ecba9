// Run by a vitest of its own, that of ../support/vitest.ts.
import { play } from '@countersign/testing';
import { expect, it } from 'vitest';
import { server } from '../../projects/typed/server.js';

it('deletes what was confirmed', async () => {
  const asked = await play(server).call('delete-note', { id: 'a' });
  expect((await asked.answer({ confirm: true })).text).toBe('Deleted a.');
});
