import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODECS, type CodecName } from './fixtures/server.js';
import { CASES } from './support/cases.js';
import { type Opened, open, WAYS } from './support/ways.js';

/** Milliseconds that a process may take to start, on however busy a machine. */
const STARTING = 30_000;

/** Calls that went their whole way, by way and codec. */
const played = new Map<string, number>();

describe.each(Object.keys(CODECS) as CodecName[])('with states sealed by %s', (codec) => {
  describe.each(WAYS)('over $name', (way) => {
    let at: Opened;
    beforeAll(async () => {
      at = await open(way, codec);
    }, STARTING);
    afterAll(() => at?.close());

    it.each(CASES)('$name', async ({ request, answers, rounds, ended }) => {
      const before = at.events.length;
      expect(await at.play(request, answers)).toEqual({
        asked: rounds.flatMap((asks, index) => asks.map((ask) => ({ round: index + 1, ...ask }))),
        ended,
      });
      const rest = at.events.slice(before).filter(({ era }) => era !== way.era);
      expect(rest).toEqual([]);
      const key = `${way.name}, ${codec}`;
      played.set(key, (played.get(key) ?? 0) + 1);
    });

    it('took as many rounds as every other way, and was served as that way is', async () => {
      const { ended } = await at.play(
        { method: 'tools/call', params: { name: 'about', arguments: {} } },
        {},
      );
      const { pid, ...about } = JSON.parse(
        (ended as { result: { content: { text: string }[] } }).result.content[0]?.text ?? '',
      );
      expect(about).toEqual({
        era: way.era,
        client: way.client,
        caller: way.transport === 'http' ? 'countersign:http' : 'countersign:stdio',
        sealed: CASES.reduce((sum, { rounds }) => sum + rounds.length, 0),
      });
      expect(pid === process.pid).toBe(way.transport === 'http');
    });
  });
});

describe('an optional question that is left unanswered', () => {
  it.each(WAYS.filter(({ drive }) => drive === 'by hand'))(
    'is done without, over $name, where leaving it out is a way to answer',
    async (way) => {
      const at = await open(way, 'aead');
      try {
        const request = {
          method: 'tools/call',
          params: { name: 'survey', arguments: {} },
        } as const;
        const { asked, ended } = await at.play(request, {
          nick: [null],
          age: [{ action: 'decline' }],
          city: [null],
          tea: [null],
          page: [null],
        });
        expect(asked.map(({ step }) => step)).toEqual(['nick', 'age', 'city', 'tea', 'page']);
        const [said] = (ended as { result: { content: { text: string }[] } }).result.content;
        expect(said?.text.split('\n').map((line) => line.split(' ', 2).join(' '))).toEqual([
          'nick: missing',
          'age: declined',
          'city: missing',
          'tea: missing',
          'page: missing',
          'never: skipped',
        ]);
      } finally {
        await at.close();
      }
    },
  );
});

it('every call went every way', () => {
  expect(CASES).toHaveLength(26);
  expect(Object.fromEntries(played)).toEqual(
    Object.fromEntries(
      [
        'modern HTTP',
        'modern HTTP, the client driving',
        'modern stdio',
        'a 2025 session, client v2',
        'a 2025 session, client v1',
        '2025 stdio, client v2',
        '2025 stdio, client v1',
      ].flatMap((way) => [
        [`${way}, aead`, 26],
        [`${way}, hmac`, 26],
      ]),
    ),
  );
});
