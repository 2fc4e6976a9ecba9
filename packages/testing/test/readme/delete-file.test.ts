// delete-file.test.ts
import { play } from '@countersign/testing';
import { expect, it } from 'vitest';
import { deleted, server } from './delete-file.js';

it('deletes what bob confirmed, for bob, in time, and nothing else', async () => {
  const asked = await play(server).as('bob').call('delete', { path: 'a.txt' });
  const yes = { confirm: { confirm: true } };

  await expect(asked.tampered().answer(yes)).rejects.toMatchObject({ code: 'unauthentic' });
  await expect(asked.as('alice').answer(yes)).rejects.toMatchObject({ code: 'principal' });
  await expect(asked.after({ minutes: 11 }).answer(yes)).rejects.toMatchObject({ code: 'expired' });
  await expect(asked.with({ path: 'b.txt' }).answer(yes)).rejects.toMatchObject({ code: 'request' });
  expect((await asked.decline('confirm')).isError).toBe(true);
  expect(deleted).toEqual([]);
  expect((await asked.answer(yes)).text).toBe('Deleted a.txt.');
  expect(deleted).toEqual(['a.txt']);
});
