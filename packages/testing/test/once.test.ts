import { aeadCodec } from '@countersign/codec-aead';
import {
  type Answers,
  ask,
  createServer,
  Elicit,
  form,
  memoryLedger,
  Tool,
} from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { play } from '../src/index.js';

let paid = 0;

@Tool({ name: 'pay', description: 'Pays once a person is sure.', once: true })
class Pay {
  @Elicit() sure() {
    return ask.form('Pay?', form(z.object({ sure: z.boolean() })));
  }
  async run(_: object, { sure }: Answers<Pay>) {
    const nth = ++paid;
    await new Promise((resolve) => setImmediate(resolve)); // time that no clock of a test tells
    return `${sure.sure} ${nth}`;
  }
}

const server = createServer({
  name: 'payments',
  version: '1',
  components: [Pay],
  state: { codec: aeadCodec() },
  ledger: memoryLedger(),
});
const sure = (value: boolean) => ({ sure: { sure: value } });

describe('a tool of single use, played', () => {
  it('runs once a flow, whatever the time in the play', async () => {
    paid = 0;
    const asked = await play(server).call('pay');
    expect((await asked.answer(sure(true))).text).toBe('true 1');
    expect((await asked.answer(sure(true))).text).toBe('true 1');
    expect((await asked.after({ minutes: 9 }).answer(sure(true))).text).toBe('true 1');
    await expect(asked.answer(sure(false))).rejects.toMatchObject({
      name: 'RequestStateError',
      code: 'redeemed',
    });
  });

  it('takes a refusal for the one answer of a flow, and has another flow in another play', async () => {
    paid = 0;
    const asked = await play(server).call('pay');
    const declined = await asked.answer({ sure: 'decline' });
    expect([declined.isError, declined.text]).toEqual([true, expect.stringContaining('declined')]);
    await expect(asked.answer(sure(true))).rejects.toMatchObject({ code: 'redeemed' });
    await expect(asked.cancel('sure')).rejects.toMatchObject({ code: 'redeemed' });
    expect((await (await play(server).call('pay')).answer(sure(true))).text).toBe('true 1');
  });

  it('meets no flow of another play, unless they share a ledger', async () => {
    paid = 0;
    const once = async (options?: Parameters<typeof play>[1]) =>
      (await (await play(server, options).call('pay')).answer(sure(true))).text;
    expect([await once(), await once()]).toEqual(['true 1', 'true 2']);
    const ledger = memoryLedger();
    expect([
      await once({ ledger }),
      await once({ ledger }),
      await once({ ledger, seed: 2 }),
    ]).toEqual(['true 3', 'true 3', 'true 4']);
  });
});
