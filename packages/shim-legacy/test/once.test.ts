import {
  type Answers,
  ask,
  Compute,
  Elicit,
  form,
  type Ledger,
  memoryLedger,
  Tool,
} from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connected } from './support/official.js';
import { accept } from './support/raw-session.js';
import { served, soon } from './support/served.js';

const effects: string[] = [];

@Tool({ name: 'pay', description: 'Pays once a person is sure.', once: true })
class Pay {
  @Elicit() sure() {
    return ask.form('Pay?', form(z.object({ sure: z.boolean() })));
  }
  run(_: object, { sure }: Answers<Pay>) {
    effects.push(`paid ${sure.sure}`);
    return `paid ${sure.sure}`;
  }
}

@Tool({ name: 'ping', description: 'Asks nothing.', once: true })
class Ping {
  @Compute() stamp() {
    effects.push('computed');
    return 1;
  }
  run() {
    effects.push('pinged');
    return 'pong';
  }
}

const text = (result: { content: { text: string }[] }) => result.content[0]?.text;

describe.each(['v2', 'v1'] as const)(
  'a tool of single use, called by the 2025 client %s',
  (generation) => {
    const ready = async (
      ledger: Ledger = memoryLedger(),
      elicit: () => unknown = () => accept({ sure: true }),
    ) => {
      effects.length = 0;
      const at = await served({}, { components: [Pay, Ping], ledger });
      return { ...at, client: await connected(generation, at.url, { elicit }) };
    };

    it('is asked about live, and runs once', async () => {
      const { client, events } = await ready();
      expect(text(await client.callTool({ name: 'pay' }))).toBe('paid true');
      expect(effects).toEqual(['paid true']);
      expect(events.map(({ type }) => type)).toEqual([
        'round.asked',
        'question.ended',
        'answer.taken',
        'ledger.claimed',
        'round.finished',
      ]);
    });

    it('runs in its second round when it asks nothing', async () => {
      const { client, clock } = await ready();
      const answer = client.callTool({ name: 'ping' });
      await soon(() => expect(clock.waits).toContain(250));
      expect(effects).toEqual([]);
      await clock.advance(250);
      expect(text(await answer)).toBe('pong');
      expect(effects).toEqual(['computed', 'pinged']);
    });

    it('ends in a refusal that is claimed like a result', async () => {
      const { client, events } = await ready(memoryLedger(), () => ({ action: 'decline' }));
      expect(await client.callTool({ name: 'pay' })).toMatchObject({
        isError: true,
        content: [{ text: 'The user declined "sure".' }],
      });
      expect(events.map(({ type }) => type)).toContain('ledger.claimed');
      expect(effects).toEqual([]);
    });

    it('has no effect when the ledger is down', async () => {
      const memory = memoryLedger();
      const down = async () => {
        throw new Error('SECRET');
      };
      for (const ledger of [
        { ...memory, peek: down },
        { ...memory, claim: down },
      ]) {
        const { client, events } = await ready(ledger);
        const answer = await client.callTool({ name: 'pay' });
        expect(answer).toMatchObject({
          isError: true,
          content: [{ text: expect.stringContaining('the ledger') }],
        });
        expect(JSON.stringify(answer)).not.toContain('SECRET');
        expect(events).toContainEqual(
          expect.objectContaining({ type: 'ledger.refused', code: 'unavailable', era: '2025' }),
        );
        expect(effects).toEqual([]);
      }
    });
  },
);

describe('a tool of single use without the shim', () => {
  it.each(['pay', 'ping'])('does not run for 2025 clients: %s', async (name) => {
    effects.length = 0;
    const { url } = await served('none', { components: [Pay, Ping], ledger: memoryLedger() });
    const client = await connected('v2', url);
    expect(await client.callTool({ name })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('@countersign/shim-legacy') }],
    });
    expect(effects).toEqual([]);
  });
});
