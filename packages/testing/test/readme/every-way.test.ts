// every-way.test.ts
import { everyWay } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { server } from './delete-file.js';

everyWay({ describe, it }, ({ play, it }) => {
  it('asks by the name of the file, and deletes nothing after a no', async () => {
    const asked = await play(server).call('delete', { path: 'a.txt' });
    expect(asked.asks.confirm?.message).toBe('Delete a.txt?');
    expect((await asked.answer({ confirm: false })).text).toContain('declined');
  });
});
