import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Approvals } from '../src/approvals.js';
import { Bank } from '../src/bank.js';
import { Browser } from '../src/browser.js';
import { Checks } from '../src/checks.js';
import { type PagesParts, pages } from '../src/pages.js';
import { story } from '../src/story.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The pages alone. A ticket is the name of its user. */
async function site() {
  const approvals = new Approvals();
  const bank = new Bank();
  const openTicket: PagesParts['server']['openTicket'] = async (ticket, user) =>
    user?.subject === ticket
      ? { ok: true, flow: `flow of ${ticket}`, step: 'visit', component: 'pay', expiresAt: 0 }
      : { ok: false, code: 'principal' };
  const server = pages({
    server: { openTicket },
    approvals,
    bank,
    issuer: 'i',
    webhookSecret: 'a secret',
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close().closeAllConnections());
  return { approvals, bank, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('the pages', () => {
  it('approve for the user of the ticket, when he says so and not when he looks', async () => {
    const { approvals, base } = await site();
    const [bob, mallory] = [new Browser(), new Browser()];
    expect((await bob.visit(`${base}/approve/bob`, 'bob')).status).toBe(200);
    expect(approvals.by('flow of bob')).toBeUndefined();
    expect((await mallory.visit(`${base}/approve/bob`, 'mallory')).status).toBe(403);
    expect((await mallory.open(`${base}/approve/bob`, {})).status).toBe(403);
    expect((await new Browser().open(`${base}/approve/bob`, {})).status).toBe(401);
    expect(approvals.by('flow of bob')).toBeUndefined();
    expect((await bob.open(`${base}/approve/bob`, {})).status).toBe(200);
    expect(approvals.by('flow of bob')).toBe('bob');
  });

  it('show what is asked as text, whatever is in it', async () => {
    const { approvals, base } = await site();
    approvals.ask('flow of bob', '<b>1 € to "Ada" & co');
    const shown = '<p>&#60;b&#62;1 € to &#34;Ada&#34; &#38; co?</p>';
    expect((await new Browser().visit(`${base}/approve/bob`, 'bob')).text).toContain(shown);
  });

  it('clear a payment for the bank only', async () => {
    const { bank, base } = await site();
    const call = (authorization: string) =>
      fetch(`${base}/cleared/payment-1`, { method: 'POST', headers: { authorization } });
    for (const wrong of ['', 'Bearer a guess!', 'Bearer a secre'])
      expect((await call(wrong)).status).toBe(401);
    expect(bank.isCleared('payment-1')).toBe(false);
    expect((await call('Bearer a secret')).status).toBe(204);
    expect(bank.isCleared('payment-1')).toBe(true);
  });
});

it('the story is as it tells', async () => {
  const lines: string[] = [];
  const check = new Checks('approval', (line) => lines.push(line));
  await story(check);
  expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
  expect(check.allKept).toBe(true);
}, 60_000);
