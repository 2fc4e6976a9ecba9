import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Answers,
  ask,
  type CountersignServer,
  type Declined,
  Elicit,
  memoryLedger,
  Tool,
} from '../../../src/index.js';
import { accept, testServer, tool } from '../../support/serving.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

const dropped: string[] = [];

/** Written the lazy way: nobody looks at the answer. */
@Tool({ name: 'drop', description: 'Drops, once a person says yes.' })
class Drop {
  @Elicit() sure() {
    return ask.confirm('Drop it?');
  }
  run() {
    dropped.push('drop');
    return 'dropped';
  }
}

@Tool({ name: 'drop-named', description: 'Drops, once a person types the name.' })
class DropNamed {
  @Elicit() sure() {
    return ask.confirm('Drop it?', { type: 'customers' });
  }
  run(_: object, { sure }: Answers<DropNamed>) {
    dropped.push(sure);
    return 'dropped';
  }
}

const Names = z.object({ names: z.array(z.string()) });

@Tool({ name: 'drop-each', description: 'Drops what it has a yes for.', input: Names, once: true })
class DropEach {
  @Elicit() sure({ names }: z.output<typeof Names>) {
    return ask.all(Object.fromEntries(names.map((name) => [name, ask.confirm(`Drop ${name}?`)])));
  }
  run(_: object, { sure }: Answers<DropEach>) {
    dropped.push(...Object.keys(sure));
    return 'dropped';
  }
  declined({ step, key, action, answers }: Declined<DropEach>) {
    return `${step} ${key} ${action} ${Object.keys(answers).length}`;
  }
}

function served() {
  dropped.length = 0;
  const made = testServer({ components: [Drop, DropNamed, DropEach], ledger: memoryLedger() });
  servers.push(made.server);
  return made;
}

async function answered(to: CountersignServer, name: string, inputResponses: object, args = {}) {
  const { requestState } = (await tool(to, name, args)).body.result;
  return (await tool(to, name, args, { requestState, inputResponses })).body.result;
}
const textOf = (result: { content: [{ text: string }] }) => result.content[0].text;

const yes = accept({ confirm: 'yes' });
const no = accept({ confirm: 'no' });

describe('a confirmation', () => {
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['no content', undefined],
    ['null', null],
    ['a ticked box', { confirm: true }],
    ['a box that was left alone', { confirm: false }],
    ['another spelling', { confirm: 'YES' }],
    ['a blank, as a form client sends for what nobody touched', { confirm: '' }],
    ['a list', { confirm: ['yes'] }],
    ['a list in place of the content', ['yes']],
    ['a field of another name', { sure: 'yes' }],
    ['a yes beside the field', { confirm: null, yes: 'yes' }],
  ])(
    'is not given by %s: it is put again, unchanged and with nothing filled in',
    async (_, content) => {
      const { server, events } = served();
      expect(textOf(await answered(server, 'drop', { sure: yes }))).toBe('dropped');
      const first = (await tool(server, 'drop', {})).body.result.inputRequests.sure.params;
      const again = await answered(server, 'drop', { sure: accept(content) });
      expect(again.inputRequests.sure.params.requestedSchema).toEqual(first.requestedSchema);
      expect(JSON.stringify(again.inputRequests)).not.toContain('default');
      expect(events.filter(({ type }) => type === 'answer.invalid')).toHaveLength(1);
      expect(dropped).toEqual(['drop']);
    },
  );

  it('that is answered no ends the call as a decline does: the event, the words, and no effect', async () => {
    const { server, events } = served();
    const ends = [no, { action: 'decline' }].map(async (sure) =>
      answered(server, 'drop', { sure }),
    );
    const [said, declined] = await Promise.all(ends);
    expect(said).toEqual(declined);
    expect(said).toMatchObject({ isError: true });
    expect(events.filter(({ type }) => type.startsWith('answer.'))).toMatchObject([
      { type: 'answer.declined', step: 'sure' },
      { type: 'answer.declined', step: 'sure' },
    ]);
    expect(dropped).toEqual([]);
  });

  it('by a text to type takes that text alone, and no longer asks than for the attempts', async () => {
    const { server } = served();
    const typed = (confirm: string) => accept({ confirm });
    expect(textOf(await answered(server, 'drop-named', { sure: typed('customers') }))).toBe(
      'dropped',
    );
    let { requestState } = (await tool(server, 'drop-named', {})).body.result;
    for (const wrong of ['yes', 'Customers']) {
      const again = await tool(
        server,
        'drop-named',
        {},
        { requestState, inputResponses: { sure: typed(wrong) } },
      );
      expect(again.body.result.inputRequests.sure.params.message).toBe(
        'Drop it?\n\nThe text must be exactly "customers".',
      );
      requestState = again.body.result.requestState;
    }
    const inputResponses = { sure: typed('customers ') };
    const last = await tool(server, 'drop-named', {}, { requestState, inputResponses });
    expect(last.body.result.isError).toBe(true);
    expect(dropped).toEqual(['customers']);
  });

  it('among several is declined alone: one no ends the call through declined, once, whatever the others say', async () => {
    const { server } = served();
    const args = { names: ['a', 'b'] };
    const both = { 'sure.a': yes, 'sure.b': yes };
    expect(textOf(await answered(server, 'drop-each', both, args))).toBe('dropped');
    const { requestState } = (await tool(server, 'drop-each', args)).body.result;
    const refused = { requestState, inputResponses: { ...both, 'sure.b': no } };
    const words = 'sure sure.b decline 0';
    for (let times = 0; times < 2; times++)
      expect(textOf((await tool(server, 'drop-each', args, refused)).body.result)).toBe(words);
    const changed = { requestState, inputResponses: both };
    expect((await tool(server, 'drop-each', args, changed)).body.error.code).toBe(-32602);
    expect(dropped).toEqual(['a', 'b']);
  });
});

describe('what comes beside a yes', () => {
  it('is not kept: the same yes without it is the same answer, which ran once', async () => {
    const { server } = served();
    const args = { names: ['a'] };
    const { requestState } = (await tool(server, 'drop-each', args)).body.result;
    for (const more of [{ extra: 1 }, {}]) {
      const sure = accept({ confirm: 'yes', ...more });
      const sent = { requestState, inputResponses: { 'sure.a': sure } };
      expect(textOf((await tool(server, 'drop-each', args, sent)).body.result)).toBe('dropped');
    }
    expect(dropped).toEqual(['a']);
  });
});

@Tool({ name: 'silent', description: 'Forgets to return what it asks.' })
class Silent {
  // @ts-expect-error what JavaScript can do all the same
  @Elicit() sure() {
    ask.confirm('Really?');
  }
  run() {
    dropped.push('silent');
    return 'done';
  }
}

describe('a question method that returns nothing', () => {
  it('fails the call, naming the method and the cure to the log, and nothing runs', async () => {
    dropped.length = 0;
    const { server, lines } = testServer({ components: [Silent] });
    servers.push(server);
    expect((await tool(server, 'silent', {})).body.result.isError).toBe(true);
    expect(lines.text()).toContain(
      'Silent.sure returned nothing: return the ask, or `ask.nothing`',
    );
    expect(dropped).toEqual([]);
  });
});
