import { describe, expect, it } from 'vitest';
import { clientOf, failureOf, servedAs, textOf, wireOf } from '../support/modes.js';
import { accept } from '../support/raw-session.js';

const deploy = { name: 'deploy', arguments: { env: 'prod' } };

describe.each(['2026 HTTP', '2026 stdio'] as const)('over %s', (mode) => {
  it('a required question that the client did not declare is the protocol’s error for it, with HTTP 400 where there is HTTP', async () => {
    const at = await servedAs(mode);
    const data = { requiredCapabilities: { elicitation: { form: {} } } };
    expect(
      await failureOf((await clientOf(mode, at, { capabilities: {} })).callTool(deploy)),
    ).toMatchObject({ code: -32021, data });
    const answer = await (await wireOf(mode, at, {})).call(1, 'deploy', { env: 'prod' });
    expect(await answer.next(({ id }) => id === 1)).toMatchObject({
      error: { code: -32021, data },
    });
    expect(answer.status).toBe(mode === '2026 HTTP' ? 400 : 200);
    expect(at.world.deployed).toEqual([]);
  });
});

describe.each(['2025 sessions', '2025 stdio'] as const)('over %s', (mode) => {
  it('a required question that the client did not declare is a tool’s error, or -32603, naming the capability', async () => {
    const at = await servedAs(mode);
    const client = await clientOf(mode, at, { capabilities: {} });
    const result = await client.callTool(deploy);
    expect([result.isError, textOf(result)]).toEqual([
      true,
      'deploy needs a client capability that was not declared: elicitation.form (for "confirm"). Nothing was done.',
    ]);
    expect(await failureOf(client.getPrompt({ name: 'review' }))).toMatchObject({
      code: -32603,
      message: expect.stringContaining('elicitation'),
    });
    expect(at.world.deployed).toEqual([]);
  });
});

describe.each(['2026 HTTP', '2026 stdio', '2025 sessions', '2025 stdio'] as const)(
  'over %s',
  (mode) => {
    it('an optional question is asked of who declared it, and skipped for everybody else', async () => {
      const at = await servedAs(mode);
      const elicit = () => accept({ name: 'Ada' });
      expect(textOf(await (await clientOf(mode, at, { elicit })).callTool({ name: 'maybe' }))).toBe(
        'Ada (answered)',
      );
      expect(
        textOf(await (await clientOf(mode, at, { capabilities: {} })).callTool({ name: 'maybe' })),
      ).toBe('nobody (unsupported)');
    });
  },
);

describe.each(['2025 stateless', '2025 JSON only', 'no shim, HTTP', 'no shim, stdio'] as const)(
  'over %s',
  (mode) => {
    it('what has to ask fails in the same words, whatever the client declared', async () => {
      const at = await servedAs(mode);
      const said = [];
      for (const behind of [{}, { capabilities: {} }])
        said.push(await (await clientOf(mode, at, behind)).callTool(deploy));
      expect(said[0]).toMatchObject({
        isError: true,
        content: [
          { text: expect.stringMatching(/shim-legacy|cannot be asked over this connection/) },
        ],
      });
      expect(said[1]).toEqual(said[0]);
    });

    it('an optional question is skipped, whatever the client declared', async () => {
      const at = await servedAs(mode);
      const elicit = () => accept({ name: 'Ada' });
      for (const behind of [{ elicit }, { capabilities: {} }])
        expect(textOf(await (await clientOf(mode, at, behind)).callTool({ name: 'maybe' }))).toBe(
          'nobody (unsupported)',
        );
    });
  },
);
