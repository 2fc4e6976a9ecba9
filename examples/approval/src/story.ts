import { Browser } from './browser.js';
import type { Checks } from './checks.js';
import { clientOf } from './client.js';
import { payments } from './server.js';

const CALL = { name: 'pay', arguments: { to: 'Ada', euros: 40 } };

/** Milliseconds between two looks: long enough that a busy loop would be seen, short enough to watch. */
const EVERY_MS = 400;

/** The one class, called by clients of both eras; then by one whose person never comes. */
export async function story(check: Checks): Promise<void> {
  await approved(check, 'auto');
  await approved(check, 'legacy');
  await forgotten(check, 'auto');
  await forgotten(check, 'legacy');
}

const textOf = ({ content }: { content?: unknown }) =>
  (content as { text: string }[] | undefined)?.[0]?.text;
const of = (mode: 'auto' | 'legacy') => (mode === 'auto' ? 'A modern client' : 'A 2025 client');

async function approved(check: Checks, mode: 'auto' | 'legacy'): Promise<void> {
  check.say(`${of(mode)}: waits for its person at the page, and for the bank`);
  const service = await payments({ everyMs: EVERY_MS });
  const { approvals, bank } = service;
  let sent: (link: string) => void = () => undefined;
  const link = new Promise<string>((resolve) => {
    sent = resolve;
  });
  const { client, calls, requests } = await clientOf(service.url, mode, 'bob', (url) => sent(url));
  check.equal(
    'it speaks',
    client.getNegotiatedProtocolVersion(),
    mode === 'auto' ? '2026-07-28' : '2025-11-25',
  );

  const ordered = bank.ordered();
  const answer = client.callTool(CALL);
  const opened = await link;
  await approvals.looks.next(); // whoever has time
  check.equal('the link was accepted, and nothing is approved by that: orders', bank.orders, 0);

  const stranger = new Browser();
  check.equal(
    'somebody who got hold of the link signs in as himself, and is told',
    (await stranger.visit(opened, 'mallory')).status,
    403,
  );
  check.equal('... and to approve all the same', (await stranger.open(opened, {})).status, 403);
  check.equal('nothing is approved by that either: orders', bank.orders, 0);

  const person = new Browser();
  const page = await person.visit(opened, 'bob');
  check.equal(
    'the person who called sees what it is about',
    /<p>(.*)<\/p>/.exec(page.text)?.[1],
    '40 € to Ada?',
  );
  check.equal('to have seen it approves nothing: orders', bank.orders, 0);
  check.equal('... and approves it', (await person.open(opened, {})).status, 200);

  const payment = await ordered;
  check.equal(
    'somebody who is not the bank calls the webhook',
    (await service.callBack(payment, 'a guess')).status,
    401,
  );
  await bank.looks.next(); // the bank has its time
  check.equal('the bank calls it', (await service.callBack(payment)).status, 204);

  check.equal('the result', textOf(await answer), 'Paid 40 € to Ada (payment-1), approved by bob.');
  check.equal('orders', bank.orders, 1);
  if (mode === 'auto')
    check.that(`requests for the tool, fewer than ten: ${calls()}`, calls() > 3 && calls() < 10);
  else check.equal('requests for the tool', calls(), 1);
  check.that(`requests in all, fewer than ten: ${requests()}`, requests() < 10);
  check.that(
    `looks at the approval: ${approvals.looks.count}, at the bank: ${bank.looks.count}`,
    approvals.looks.count < 10 && bank.looks.count < 10,
  );
  await client.close();
  await service.close();
}

async function forgotten(check: Checks, mode: 'auto' | 'legacy'): Promise<void> {
  check.say(`${of(mode)} whose person never comes`);
  const service = await payments({ everyMs: EVERY_MS, state: { maxRounds: 3 } });
  const { client, calls } = await clientOf(service.url, mode, 'bob', () => undefined);
  const result = await client.callTool(CALL);
  check.equal('the call fails', result.isError, true);
  const waiting = 'The call still required input after 4 rounds; it was waiting for "approved".';
  check.equal('... and says for what it waited', textOf(result), waiting);
  check.equal('requests for the tool', calls(), mode === 'auto' ? 5 : 1);
  await client.close();
  await service.close();
}
