import { describe, expect, it } from 'vitest';
import { MemoryEventStore } from '../support/memory-event-store.js';
import { servedAs, textOf, wireOf } from '../support/modes.js';
import { isAsk, RawSession } from '../support/raw-session.js';
import { type Served, soon } from '../support/served.js';

/** A call that runs until it is cancelled. Over JSON its response begins only with its end, so it is not waited for. */
async function running(mode: Parameters<typeof servedAs>[0], at: Served) {
  const wire = await wireOf(mode, at);
  const call = wire.call(1, 'slow');
  call.catch(() => undefined);
  await at.world.entered.promise;
  return { wire, call };
}

/** Answers of the server after which an abort, had there been one, would have been seen. */
async function meanwhile(mode: Parameters<typeof servedAs>[0], at: Served) {
  const other = await wireOf(mode, at);
  for (const id of [7, 8, 9])
    await (await other.call(id, 'report')).next(
      (message) => message.id === id && message.method === undefined,
    );
}

describe.each(['2026 stdio', '2025 sessions', '2025 stdio', 'no shim, stdio'] as const)(
  'over %s',
  (mode) => {
    it('a cancellation by notification aborts the author’s signal, and is not answered', async () => {
      const at = await servedAs(mode);
      const { wire, call } = await running(mode, at);
      await wire.cancel(1);
      await soon(() => expect(at.world.aborted).toBe(1));
      await meanwhile(mode, at);
      expect((await call).messages.filter(({ id }) => id === 1)).toEqual([]);
    });
  },
);

describe.each(['2025 JSON only'] as const)('over %s', (mode) => {
  it('a cancellation by notification aborts the author’s signal, and is answered by an error', async () => {
    const at = await servedAs(mode);
    const { wire, call } = await running(mode, at);
    await wire.cancel(1);
    expect(await (await call).next(({ id }) => id === 1)).toMatchObject({
      error: { message: 'Request cancelled' },
    });
    expect(at.world.aborted).toBe(1);
  });
});

describe.each(['2026 HTTP', '2025 stateless', 'no shim, HTTP'] as const)('over %s', (mode) => {
  it('a notification, which is a request of its own, cancels nothing; leaving does', async () => {
    const at = await servedAs(mode);
    const { wire } = await running(mode, at);
    expect((await wire.cancel(1)).status).toBe(202);
    await meanwhile(mode, at);
    expect(at.world.aborted).toBe(0);
    wire.leave();
    await soon(() => expect(at.world.aborted).toBe(1));
  });
});

describe.each([
  '2026 HTTP',
  '2026 stdio',
  '2025 stdio',
  '2025 stateless',
  'no shim, HTTP',
  'no shim, stdio',
] as const)('over %s', (mode) => {
  it('a client that leaves aborts the author’s signal', async () => {
    const at = await servedAs(mode);
    const { wire } = await running(mode, at);
    expect(at.world.aborted).toBe(0);
    wire.leave();
    await soon(() => expect(at.world.aborted).toBe(1));
  });
});

describe.each(['2025 sessions', '2025 JSON only'] as const)('over %s', (mode) => {
  it('a closed stream cancels nothing: the call runs on until it is cancelled', async () => {
    const at = await servedAs(mode);
    const { wire } = await running(mode, at);
    wire.leave();
    await meanwhile(mode, at);
    expect(at.world.aborted).toBe(0);
    await wire.cancel(1);
    await soon(() => expect(at.world.aborted).toBe(1));
  });
});

describe.each(['2026 HTTP', '2026 stdio'] as const)('over %s', (mode) => {
  it('nothing is open on the server while a person is asked', async () => {
    const at = await servedAs(mode);
    const call = await (await wireOf(mode, at)).call(1, 'deploy', { env: 'prod' });
    expect((await call.next(({ id }) => id === 1)).result.resultType).toBe('input_required');
    expect(at.clock.waiting).toBe(0);
    await at.server.close({ graceMs: 60_000 }); // which would wait for a call in flight
    expect(at.clock.waiting).toBe(0);
  });
});

describe.each(['2025 sessions', '2025 stdio'] as const)('over %s', (mode) => {
  it('a question whose connection is lost ends with it, and nothing runs', async () => {
    const at = await servedAs(mode);
    const wire = await wireOf(mode, at);
    await (await wire.call(1, 'deploy', { env: 'prod' })).next(isAsk);
    expect(at.stats().openAsks).toBe(1);
    wire.leave();
    await soon(() => expect(at.stats().openAsks).toBe(0));
    const end = mode === '2025 sessions' ? 'disconnected' : 'withdrawn';
    expect(at.events).toContainEqual(expect.objectContaining({ type: 'question.ended', end }));
    expect(at.world.deployed).toEqual([]);
  });
});

describe.each(['2025 sessions', '2025 JSON only'] as const)('over %s', (mode) => {
  it('a stream is resumed where there is an event store, and only if there was one', async () => {
    const eventStore = new MemoryEventStore();
    const at = await servedAs(mode, { shim: { sessions: { eventStore } } });
    const session = await RawSession.open(at.url);
    const call = await session.call(1, 'report');
    expect(textOf((await call.next(({ id }) => id === 1)).result)).toBe('reported');
    const [last] = [...call.text().matchAll(/^id: (.+)$/gm)].map(([, id]) => id).slice(-2);
    if (mode === '2025 JSON only') {
      expect([last, eventStore.events]).toEqual([undefined, []]);
      return;
    }
    const resumed = await session.listen({ 'last-event-id': last ?? '' });
    expect(await resumed.next(({ id }) => id === 1)).toMatchObject({
      result: { content: [{ text: 'reported' }] },
    });
  });
});

describe.each(['2025 stateless', 'no shim, HTTP'] as const)('over %s', (mode) => {
  it('there is no stream to listen to or to resume', async () => {
    const { url } = await servedAs(mode);
    for (const extra of [{}, { 'last-event-id': '1' }])
      expect((await new RawSession(url).listen(extra)).status).toBe(405);
  });
});
