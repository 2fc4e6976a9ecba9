// delete-file.test.ts
import { effects, misuse, play } from '@countersign/testing';
import { expect, it } from 'vitest';
import { Files, server } from './delete-file.js';

it('deletes what bob confirmed, for bob, in time, and nothing else', async () => {
  const remove = effects<Files['delete']>();
  const bob = play(server).override(Files).useValue({ delete: remove }).as('bob');
  const asked = await bob.call('delete', { path: 'a.txt' });
  const yes = { confirm: true };
  await expect(asked.as('alice').answer(yes)).rejects.toMatchObject({ code: 'principal' });
  await expect(asked.after({ minutes: 11 }).answer(yes)).rejects.toMatchObject({ code: 'expired' });
  expect((await asked.decline('confirm')).isError).toBe(true);
  await misuse(asked, { answers: { confirm: false } }); // every other way to get in
  remove.never();
  expect((await asked.answer(yes)).text).toBe('Deleted a.txt.');
  expect(remove.once()).toEqual(['a.txt']);
});
