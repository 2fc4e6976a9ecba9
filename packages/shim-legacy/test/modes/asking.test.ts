import { describe, expect, it } from 'vitest';
import { deferred } from '../support/deferred.js';
import { type Behind, clientOf, failureOf, servedAs, textOf } from '../support/modes.js';
import { accept } from '../support/raw-session.js';

const ASKING = ['deploy', 'pair', 'visit', 'summarise', 'by-hand'];
const PROMPT = { name: 'review' };
const RESOURCE = { uri: 'secret://moon' };

describe.each(['2026 HTTP', '2026 stdio', '2025 sessions', '2025 stdio'] as const)(
  'over %s',
  (mode) => {
    const ready = async (behind: Behind) => {
      const at = await servedAs(mode);
      return { ...at, client: await clientOf(mode, at, behind) };
    };

    it('a form is asked, and its answer reaches the tool', async () => {
      const asked: unknown[] = [];
      const { client, world } = await ready({
        elicit: ({ message, requestedSchema }) => {
          asked.push({ message, requestedSchema });
          return accept({ confirm: true });
        },
      });
      expect(textOf(await client.callTool({ name: 'deploy', arguments: { env: 'prod' } }))).toBe(
        'Deployed to prod.',
      );
      const requestedSchema = {
        type: 'object',
        properties: { confirm: { type: 'boolean' } },
        required: ['confirm'],
      };
      expect(asked).toEqual([{ message: 'Deploy to prod?', requestedSchema }]);
      expect(world.deployed).toEqual(['prod']);
    });

    it('two questions that do not depend on each other are open together', async () => {
      const both = deferred<void>();
      const asked: string[] = [];
      const { client, events } = await ready({
        elicit: async ({ message }) => {
          asked.push(message);
          if (asked.length === 2) both.resolve();
          await both.promise;
          return accept({ name: message });
        },
      });
      expect(textOf(await client.callTool({ name: 'pair' }))).toBe('Left? and Right?');
      expect(asked.sort()).toEqual(['Left?', 'Right?']);
      expect(events.filter(({ type }) => type === 'round.asked')).toMatchObject([
        { asks: [{ step: 'left' }, { step: 'right' }] },
      ]);
    });

    it('a person is sent to a page, and 2025 clients get an id for it', async () => {
      const asked: { url?: string; elicitationId?: string }[] = [];
      const { client } = await ready({
        elicit: (params) => {
          asked.push(params);
          return { action: 'accept' };
        },
      });
      expect(textOf(await client.callTool({ name: 'visit' }))).toBe('visited');
      // The official client of 2026 knows no such member, and leaves it out.
      const id = mode.startsWith('2025') ? expect.stringMatching(/^[\w-]{22}$/) : undefined;
      expect(asked.map(({ url, elicitationId }) => [url, elicitationId])).toEqual([
        ['https://example.com/sign-in', id],
      ]);
    });

    it('the client’s model and its directories are asked', async () => {
      const { client, events } = await ready({});
      expect(textOf(await client.callTool({ name: 'summarise' }))).toBe('Hi in file:///home');
      expect(events.filter(({ type }) => type === 'round.asked')).toMatchObject([
        { asks: [{ kind: 'roots' }, { kind: 'sample' }] },
      ]);
    });

    it('an answer that does not fit is asked again, with what was wrong', async () => {
      const messages: string[] = [];
      const { client } = await ready({
        elicit: ({ message }) => {
          messages.push(message);
          return accept({ name: messages.length === 1 ? 'x' : 'Ada' });
        },
      });
      expect(await client.getPrompt(PROMPT)).toMatchObject({
        messages: [{ content: { text: 'Review, Ada.' } }],
      });
      expect(messages).toEqual(['Tone?', expect.stringMatching(/^Tone\?\n\n.*name/s)]);
    });

    it('an accept of nothing, however often, ends the call at the last attempt, naming the field', async () => {
      const times = new Map<string, number>();
      const { client, world } = await ready({
        elicit: ({ message }) => {
          const [question] = message.split('\n');
          times.set(question, (times.get(question) ?? 0) + 1);
          return accept(question === 'Left?' ? {} : { name: 'Ada' });
        },
      });
      const result = await client.callTool({ name: 'pair' });
      expect([result.isError, textOf(result)]).toEqual([
        true,
        'The answer to "left" did not fit in "name", and there are no attempts left.',
      ]);
      expect(Object.fromEntries(times)).toEqual({ 'Left?': 3, 'Right?': 1 });
      expect(world.deployed).toEqual([]);
    });

    it('prompts and resources ask', async () => {
      const { client } = await ready({ elicit: () => accept({ name: 'kind', confirm: true }) });
      expect(await client.getPrompt(PROMPT)).toMatchObject({
        messages: [{ content: { text: 'Review, kind.' } }],
      });
      expect(await client.readResource(RESOURCE)).toMatchObject({
        contents: [{ text: 'the secret moon' }],
      });
    });

    it('a handler without steps asks, and finds its own state again', async () => {
      const { client } = await ready({ elicit: () => accept({ name: 'Ada' }) });
      expect(textOf(await client.callTool({ name: 'by-hand' }))).toBe('Hello Ada');
    });

    it('a refusal ends the call in words of its own, and nothing runs', async () => {
      for (const [action, verb] of [
        ['decline', 'declined'],
        ['cancel', 'dismissed'],
      ]) {
        const { client, world } = await ready({ elicit: () => ({ action }) });
        const result = await client.callTool({ name: 'deploy', arguments: { env: 'prod' } });
        expect([result.isError, textOf(result)]).toEqual([true, `The user ${verb} "confirm".`]);
        expect(await failureOf(client.getPrompt(PROMPT))).toMatchObject({
          code: 4001,
          message: expect.stringContaining(`The user ${verb} "tone".`),
          data: { step: 'tone' },
        });
        expect(world.deployed).toEqual([]);
      }
    });
  },
);

describe.each(['2025 stateless', '2025 JSON only', 'no shim, HTTP', 'no shim, stdio'] as const)(
  'over %s',
  (mode) => {
    const why = {
      '2025 stateless': 'sessions: false',
      '2025 JSON only': 'jsonResponse: true',
      'no shim, HTTP': '@countersign/shim-legacy',
      'no shim, stdio': '@countersign/shim-legacy',
    }[mode];
    const asked: unknown[] = [];
    const ready = async () => {
      const at = await servedAs(mode);
      const elicit = (params: unknown) => asked.push(params);
      return { ...at, client: await clientOf(mode, at, { elicit }) };
    };

    it('nothing is asked: whatever has to ask fails at once, saying why', async () => {
      const { client, world, clock } = await ready();
      for (const name of ASKING) {
        const result = await client.callTool({ name, arguments: { env: 'prod' } });
        expect([name, result.isError, textOf(result)]).toEqual([
          name,
          true,
          expect.stringContaining(why),
        ]);
      }
      expect(asked).toEqual([]);
      expect(world.deployed).toEqual([]);
      expect(clock.waits.filter((ms) => ms < 1_800_000)).toEqual([]); // but for the idle time of a session
    });

    it('prompts and resources that have to ask fail at once, saying why', async () => {
      const { client } = await ready();
      for (const failed of [client.getPrompt(PROMPT), client.readResource(RESOURCE)])
        expect(await failureOf(failed)).toMatchObject({
          code: -32603,
          message: expect.stringContaining(why),
        });
      expect(asked).toEqual([]);
    });
  },
);
