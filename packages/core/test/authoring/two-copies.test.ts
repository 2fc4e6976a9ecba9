import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Answers, type CountersignServer, ToolError } from '../../src/index.js';
import { accept, testServer, tool } from '../support/serving.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

/** Another copy of this package, as a project with two versions in its tree has it: no class and no module state is shared. */
async function otherCopy() {
  vi.resetModules();
  const other = await import('../../src/index.js');
  const { ask, again, Compute, Elicit, form, Tool } = other;
  let ran = 0;

  @Tool({
    name: 'foreign',
    description: 'Written with the other copy.',
    input: z.object({ fail: z.boolean().default(false) }),
  })
  class Foreign {
    @Compute({ readable: true }) tick(
      _: { fail: boolean },
      __: object,
      ctx: { readonly step: { readonly carried: unknown } },
    ) {
      return ctx.step.carried === undefined ? again(1) : 2;
    }
    @Elicit() name(_: { fail: boolean }, { tick }: { tick: number }) {
      try {
        void `${tick}`;
      } catch {
        // What a careless author swallows: the wait for the other step.
      }
      return ask.form(`Name ${tick}?`, form(z.object({ name: z.string() })));
    }
    @Elicit() none() {
      return ask.nothing;
    }
    @Elicit() both() {
      return ask.all({
        sure: ask.confirm('Sure?'),
        page: ask.url('Read this', 'https://example.com/'),
        nick: ask.form('Nick?', z.object({ nick: z.string() })),
      });
    }
    run({ fail }: { fail: boolean }, { name, both }: Answers<Foreign>) {
      ran++;
      if (fail) throw new other.ToolError('as the author says');
      return `${name.name} ${both.nick.nick} ${both.page}`;
    }
  }
  return { other, Foreign, ran: () => ran };
}

describe('a component that was written with another copy of this package', () => {
  it('asks, waits, finishes and fails as one of this copy', async () => {
    const { other, Foreign, ran } = await otherCopy();
    expect(other.ToolError).not.toBe(ToolError);
    const { server, lines } = testServer({ components: [Foreign], providers: [] });
    servers.push(server);
    const capabilities = { elicitation: { form: {}, url: {} } };
    const asked = new Set<string>();
    for (const fail of [false, true]) {
      let { result } = (await tool(server, 'foreign', { fail }, {}, { capabilities })).body;
      for (let rounds = 0; result.resultType === 'input_required' && rounds < 5; rounds++) {
        expect(ran()).toBe(fail ? 1 : 0);
        for (const { params } of Object.values<{ params: { message: string } }>(
          result.inputRequests ?? {},
        ))
          asked.add(params.message);
        const inputResponses = {
          name: accept({ name: 'Ada' }),
          'both.page': { action: 'accept' },
          'both.sure': accept({ confirm: 'yes' }),
          'both.nick': accept({ nick: 'A' }),
        };
        result = (
          await tool(
            server,
            'foreign',
            { fail },
            { requestState: result.requestState, inputResponses },
            { capabilities },
          )
        ).body.result;
      }
      expect(lines.text()).not.toContain('TypeError');
      expect([result.isError === true, result.content[0].text]).toEqual(
        fail ? [true, 'as the author says'] : [false, 'Ada A true'],
      );
    }
    expect(ran()).toBe(2);
    expect([...asked].sort()).toEqual(['Name 2?', 'Nick?', 'Read this', 'Sure?']);
  });
});
