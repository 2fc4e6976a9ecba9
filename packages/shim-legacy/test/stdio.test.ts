import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { deferred } from './support/deferred.js';
import { connected } from './support/official.js';
import { accept, type Message } from './support/raw-session.js';
import { legacyProcess } from './support/raw-stdio.js';
import { soon } from './support/served.js';

const fixture = fileURLToPath(new URL('./fixtures/stdio-server.mjs', import.meta.url));
beforeAll(() => {
  if (!existsSync(new URL('../dist/index.js', import.meta.url)))
    throw new Error('compile the package first: npx tsc -b packages/shim-legacy');
});

/** The process, and a 2025 client of it by hand. */
const start = (options: object = {}) => legacyProcess([fixture, JSON.stringify(options)]);
const asks = (message: string) => (each: Message) => each.params?.message === message;

describe('a 2025 client on stdio', { timeout: 30_000 }, () => {
  it.each(['v2', 'v1'] as const)(
    'is asked and answered: the official client %s',
    async (generation) => {
      const asked: string[] = [];
      const both = deferred<void>();
      const client = await connected(
        generation,
        { command: process.execPath, args: [fixture] },
        {
          elicit: async ({ message }) => {
            asked.push(message);
            if (asked.length === 2) both.resolve();
            await both.promise;
            return accept({ name: message === 'First name?' ? 'Ada' : 'Lovelace' });
          },
        },
      );
      expect((await client.callTool({ name: 'greet', arguments: {} })).content[0].text).toBe(
        'Hello Ada Lovelace',
      );
      expect(asked.sort()).toEqual(['First name?', 'Last name?']);
      expect((await client.callTool({ name: 'count', arguments: {} })).content[0].text).toBe(
        'counted 2',
      );
    },
  );

  it('that cancels hears its questions withdrawn, and gets no answer', async () => {
    const { call, send, next, messages } = await start();
    call(1, 'greet');
    const questions = await Promise.all([next(asks('First name?')), next(asks('Last name?'))]);
    send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    for (const { id } of questions)
      await next(
        ({ method, params }) => method === 'notifications/cancelled' && params.requestId === id,
      );
    call(2, 'count');
    await next(({ id, result }) => id === 2 && result !== undefined);
    expect(messages.filter(({ id, method }) => id === 1 && method === undefined)).toEqual([]);
  });

  it('that does not answer in time is told so', async () => {
    const { call, next } = await start({ roundTimeoutMs: 50 });
    call(1, 'greet');
    expect((await next(({ id, result }) => id === 1 && result)).result).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/^The question "(first|last)" was not answered in time\.$/) },
      ],
    });
  });

  it('aborts the author’s signal by a cancellation', async () => {
    const { call, send, err } = await start();
    call(1, 'slow');
    await soon(() => expect(err()).toContain('entered'));
    send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await soon(() => expect(err()).toContain('aborted'));
  });

  it.each(['greet', 'slow'])(
    'leaves no process behind when it goes while %s is open',
    async (tool) => {
      const { child, call, exited, next, err } = await start();
      call(1, tool);
      if (tool === 'greet') await next(asks('Last name?'));
      else await soon(() => expect(err()).toContain('entered'));
      child.stdin.end();
      expect(await exited).toEqual([0, null]);
      expect(err()).toContain('stdin ended');
    },
  );
});
