import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Behind, clientOf, MODES, servedAs, textOf } from '../support/modes.js';
import { accept } from '../support/raw-session.js';

const wiped: string[] = [];

/** Written the lazy way: nobody looks at the answer. */
@Tool({ name: 'wipe', description: 'Wipes, once a person says yes.' })
class Wipe {
  @Elicit() sure() {
    return ask.confirm('Wipe it?');
  }
  run() {
    wiped.push('wipe');
    return 'wiped';
  }
}

@Tool({ name: 'wipe-noted', description: 'Wipes, once a person says yes and why.' })
class WipeNoted {
  @Elicit() why() {
    return ask.form('Why?', form(z.object({ why: z.string() })));
  }
  @Elicit() sure() {
    return ask.confirm('Wipe it?', {});
  }
  run(_: object, { why }: Answers<WipeNoted>) {
    wiped.push(why.why);
    return 'wiped';
  }
}

type Shown = {
  readonly requestedSchema: {
    readonly properties: Record<string, { default?: unknown; enum?: readonly unknown[] }>;
  };
};
const filled = (
  { requestedSchema }: Shown,
  value: (field: Shown['requestedSchema']['properties'][string]) => unknown,
) =>
  Object.fromEntries(
    Object.entries(requestedSchema.properties)
      .map(([name, field]) => [name, value(field)] as const)
      .filter(([, each]) => each !== undefined),
  );

/**
 * What hosts in use make of a confirmation that nobody looked at: the content of the accept that
 * they send.
 */
const HOSTS: readonly (readonly [string, (shown: Shown) => unknown])[] = [
  ['shows no field and sends an empty answer', () => ({})],
  ['sends no content at all', () => undefined],
  ['sends defaults and nothing else', (shown) => filled(shown, (field) => field.default)],
  ['preselects the first choice', (shown) => filled(shown, (field) => field.enum?.[0] ?? true)],
  ['ticks every box', (shown) => filled(shown, () => true)],
  ['leaves every box alone', (shown) => filled(shown, () => false)],
  ['sends blanks for what nobody touched', (shown) => filled(shown, () => '')],
];

const ASKED = MODES.filter((mode) => /^2026|2025 s(essions|tdio)/.test(mode));

describe.each(ASKED)('over %s, a confirmation', (mode) => {
  const called = async (name: string, elicit: Behind['elicit']) => {
    wiped.length = 0;
    const at = await servedAs(mode, { components: [Wipe, WipeNoted] });
    const client = await clientOf(mode, at, elicit === undefined ? {} : { elicit });
    return { result: await client.callTool({ name }), events: at.events };
  };

  it('is given by a yes that was chosen', async () => {
    const { result } = await called('wipe', () => accept({ confirm: 'yes' }));
    expect(textOf(result)).toBe('wiped');
    expect(wiped).toEqual(['wipe']);
  });

  it.each(HOSTS)('is not given by a host that %s', async (_, content) => {
    const { result } = await called('wipe', (shown) => ({
      action: 'accept',
      content: content(shown),
    }));
    expect(result.isError).toBe(true);
    expect(wiped).toEqual([]);
  });

  it('that is answered no ends the call as a decline does, in the same words', async () => {
    const [no, declined] = [accept({ confirm: 'no' }), { action: 'decline' }];
    const texts: string[] = [];
    for (const answer of [no, declined]) {
      const { result, events } = await called('wipe', () => answer);
      expect(result.isError).toBe(true);
      texts.push(textOf(result));
      expect(events.filter(({ type }) => type.startsWith('answer.'))).toMatchObject([
        { type: 'answer.declined', step: 'sure' },
      ]);
    }
    expect(texts[0]).toBe(texts[1]);
    expect(wiped).toEqual([]);
  });

  if (mode.startsWith('2025'))
    it('that is answered no withdraws the questions beside it, as a decline does', async () => {
      const { result } = await called('wipe-noted', ({ message }) =>
        message === 'Why?' ? new Promise(() => undefined) : accept({ confirm: 'no' }),
      );
      expect(result.isError).toBe(true);
      expect(wiped).toEqual([]);
    });
});
