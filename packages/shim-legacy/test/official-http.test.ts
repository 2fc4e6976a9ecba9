import { describe, expect, it } from 'vitest';
import { deferred } from './support/deferred.js';
import { type Behind, connected } from './support/official.js';
import { accept } from './support/raw-session.js';
import { served, soon } from './support/served.js';

const text = (result: { content: { text: string }[] }) => result.content[0]?.text;

describe.each(['v2', 'v1'] as const)('the official client %s over a session', (generation) => {
  const ready = async (behind: Behind, shim: Parameters<typeof served>[0] = {}) => {
    const at = await served(shim);
    return { ...at, client: await connected(generation, at.url, behind) };
  };

  it('is asked, and gets the result of its one call', async () => {
    const asked: unknown[] = [];
    const { client, world, events, stats } = await ready({
      elicit: ({ message, requestedSchema }) => {
        asked.push({ message, requestedSchema });
        return accept({ confirm: true });
      },
    });
    expect(text(await client.callTool({ name: 'deploy', arguments: { env: 'prod' } }))).toBe(
      'Deployed to prod.',
    );
    expect(asked).toEqual([
      {
        message: 'Deploy to prod?',
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean' } },
          required: ['confirm'],
        },
      },
    ]);
    expect(world.deployed).toEqual(['prod']);
    expect(events.map(({ type }) => type)).toEqual([
      'round.asked',
      'question.ended',
      'answer.taken',
      'round.finished',
    ]);
    expect(stats()).toEqual({ sessions: 1, openAsks: 0 });
  });

  it('is asked two questions at once', async () => {
    const both = deferred<void>();
    const asked: string[] = [];
    const { client } = await ready({
      elicit: async ({ message }) => {
        asked.push(message);
        if (asked.length === 2) both.resolve();
        await both.promise;
        return accept({ name: `${message} yes` });
      },
    });
    expect(text(await client.callTool({ name: 'pair' }))).toBe('Left? yes and Right? yes');
  });

  it('is asked again, with what was wrong, when an answer does not fit', async () => {
    const messages: string[] = [];
    const { client } = await ready({
      elicit: ({ message }) => {
        messages.push(message);
        return accept({ name: messages.length === 1 ? 'x' : 'Ada' });
      },
    });
    const result = await client.getPrompt({ name: 'review' });
    expect(result.messages[0].content.text).toBe('Review, Ada.');
    expect(messages).toEqual(['Tone?', expect.stringMatching(/^Tone\?\n\n.*name/s)]);
  });

  it('gets prompts and resources that ask', async () => {
    const { client } = await ready({ elicit: () => accept({ name: 'kind', confirm: true }) });
    expect((await client.getPrompt({ name: 'review' })).messages[0].content.text).toBe(
      'Review, kind.',
    );
    expect((await client.readResource({ uri: 'secret://moon' })).contents[0].text).toBe(
      'the secret moon',
    );
  });

  it('is asked for samples and roots', async () => {
    const { client } = await ready({ roots: [{ uri: 'file:///home' }] });
    expect(text(await client.callTool({ name: 'summarise' }))).toBe('Hi in file:///home');
  });

  it('is sent to a page, with an id for the question', async () => {
    const ids: string[] = [];
    const { client } = await ready({
      elicit: ({ elicitationId, url }) => {
        expect(url).toBe('https://example.com/sign-in');
        ids.push(elicitationId);
        return { action: 'accept' };
      },
    });
    for (let times = 0; times < 2; times++)
      expect(text(await client.callTool({ name: 'visit' }))).toBe('visited');
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => id.length > 20)).toBe(true);
  });

  it('gets state-only rounds as one call, paced', async () => {
    const { client, clock } = await ready({}, { pacing: 1000 });
    const result = client.callTool({ name: 'poll', arguments: { rounds: 2 } });
    for (let round = 0; round < 2; round++) {
      await soon(() => expect(clock.waits).toContain(1000));
      await clock.advance(1000);
    }
    expect(text(await result)).toBe('counted 2');
  });

  it('is told how many rounds were too many', async () => {
    const { client } = await ready({}, { pacing: 0, maxRounds: 3 });
    const { isError, content } = await client.callTool({ name: 'poll', arguments: { rounds: 9 } });
    expect(isError).toBe(true);
    expect(content[0].text).toBe(
      'The call still required input after 3 rounds; it was waiting for "count".',
    );
  });

  it('has every way of not answering told apart, and the body runs in none of them', async () => {
    const ways: [string, NonNullable<Behind['elicit']>, RegExp, string][] = [
      ['declined', () => ({ action: 'decline' }), /^The user declined "confirm"\.$/, 'answered'],
      ['cancelled', () => ({ action: 'cancel' }), /^The user dismissed "confirm"\.$/, 'answered'],
      [
        'failed',
        () => Promise.reject(new Error('SECRET')),
        /^The question "confirm" was refused by the client \(error -?\d+\)\.$/,
        'refused_by_client',
      ],
    ];
    for (const [way, elicit, words, end] of ways) {
      const { client, world, events } = await ready({ elicit });
      const result = await client.callTool({ name: 'deploy', arguments: { env: 'prod' } });
      expect([way, result.isError, text(result)]).toEqual([
        way,
        true,
        expect.stringMatching(words),
      ]);
      expect(events.filter(({ type }) => type === 'question.ended')).toMatchObject([
        { step: 'confirm', end },
      ]);
      expect(world.deployed).toEqual([]);
    }
  });

  it('that declared nothing is asked nothing', async () => {
    const { client, world } = await ready({ capabilities: {} });
    const result = await client.callTool({ name: 'deploy', arguments: { env: 'prod' } });
    expect(result).toMatchObject({
      isError: true,
      content: [
        {
          text: 'deploy needs a client capability that was not declared: elicitation.form (for "confirm"). Nothing was done.',
        },
      ],
    });
    expect(text(await client.callTool({ name: 'maybe' }))).toBe('nobody (unsupported)');
    expect(world.deployed).toEqual([]);
  });

  it('that cancels gets its question withdrawn and the author’s signal aborted', async () => {
    const open = deferred<AbortSignal>();
    const { client, stats, world } = await ready({
      elicit: ({ message }, { signal }) => {
        // Not the first question of the session: its id is 0, and v1 clients take a cancellation of 0 for one of nothing.
        if (message === 'Your name?') return { action: 'decline' };
        open.resolve(signal);
        return new Promise(() => undefined);
      },
    });
    await client.callTool({ name: 'maybe' });
    const cancel = new AbortController();
    const result = client.callTool(
      { name: 'deploy', arguments: { env: 'prod' } },
      { signal: cancel.signal },
    );
    const signal = await open.promise;
    cancel.abort();
    await expect(result).rejects.toThrow();
    await soon(() => expect(signal.aborted).toBe(true));
    expect(stats()).toEqual({ sessions: 1, openAsks: 0 });

    const again = new AbortController();
    const slow = client.callTool({ name: 'slow' }, { signal: again.signal });
    await world.entered.promise;
    again.abort();
    await expect(slow).rejects.toThrow();
    await soon(() => expect(world.aborted).toBe(1));
  });

  it('is asked within its own session, whoever else is asked', async () => {
    const at = await served();
    const people = Array.from({ length: 10 }, (_, n) => ({
      n,
      client: connected(generation, at.url, { elicit: () => accept({ name: `person ${n}` }) }),
    }));
    const results = await Promise.all(
      people.map(async ({ client }) => text(await (await client).callTool({ name: 'pair' }))),
    );
    expect(results).toEqual(people.map(({ n }) => `person ${n} and person ${n}`));
    expect(at.stats()).toEqual({ sessions: 10, openAsks: 0 });
  });
});
