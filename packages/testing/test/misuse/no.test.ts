import { aeadCodec } from '@countersign/codec-aead';
import {
  type Answers,
  ask,
  type CallContext,
  type ComponentClass,
  createServer,
  Elicit,
  form,
  Prompt,
  Resource,
  Tool,
} from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everyWay, type MisuseReport, misuse } from '../../src/index.js';
import { nearlyYes } from '../../src/misuse/near-yes.js';
import { handWritten } from '../support/hand-written.js';

@Tool({ name: 'drop', description: 'Drops a table.' })
class Drop {
  @Elicit() sure() {
    return ask.confirm('Drop orders?');
  }
  @Elicit() name() {
    return ask.confirm('Which table?', { type: 'Orders' });
  }
  run(_: object, { name }: Answers<Drop>) {
    return `Dropped ${name}.`;
  }
}

@Prompt({ name: 'tone', description: 'Asks for a tone.' })
class Tone {
  @Elicit() sure() {
    return ask.confirm('In earnest?');
  }
  run() {
    return 'Be kind.';
  }
}

@Prompt({ name: 'fails', description: 'Fails, and means to.' })
class Fails {
  @Elicit() tone() {
    return ask.form('Tone?', form(z.object({ tone: z.string() })));
  }
  run(_: object, __: object, ctx: CallContext): never {
    return ctx.fail('No such tone.');
  }
}

@Resource({ uri: 'secret://one', name: 'secret' })
class Secret {
  @Elicit() sure() {
    return ask.confirm('Show it?');
  }
  run(_: object, __: object, ctx: CallContext): never {
    return ctx.fail('It is gone.');
  }
}

const server = (...components: ComponentClass[]) =>
  createServer({
    name: 'server',
    version: '1.0.0',
    components,
    state: { codec: aeadCodec() },
    legacy: legacyShim(),
  });
const row = ({ rows }: MisuseReport, move: string) =>
  rows.find((each) => each.move.startsWith(move));

everyWay({ describe, it }, ({ play, it }) => {
  it('an honest no is what it is, of a tool, a prompt and a resource', async () => {
    const bob = play(server(Drop, Tone, Secret)).as('bob');
    for (const no of ['decline', 'cancel', false]) {
      const drop = await misuse(await bob.call('drop'), { answers: { sure: no, name: 'Orders' } });
      const tone = await misuse(await bob.get('tone'), { answers: { sure: no } });
      const secret = await misuse(await bob.read('secret://one'), { answers: { sure: no } });
      for (const report of [drop, tone, secret]) {
        expect(report.ok).toBe(true);
        expect(row(report, 'answered honestly')).toMatchObject({
          stoppedBy: ['nothing'],
          ran: false,
          note: 'as it should be: it is a no',
        });
      }
    }
  });

  it('and so is a ctx.fail of a prompt or a resource', async () => {
    const bob = play(server(Fails, Secret)).as('bob');
    const fails = await misuse(await bob.get('fails'));
    expect(row(fails, 'answered honestly')).toMatchObject({ ok: true, stoppedBy: ['nothing'] });
    const secret = await misuse(await bob.read('secret://one'));
    expect(row(secret, 'answered honestly')).toMatchObject({ ok: true, stoppedBy: ['nothing'] });
  });

  it('what is nearly a yes is asked again, for each question that asks for one', async () => {
    const report = await misuse(await play(server(Drop)).as('bob').call('drop'));
    for (const key of ['sure', 'name'])
      expect(row(report, `nearly yes to '${key}'`)).toMatchObject({
        ok: true,
        ran: false,
        stoppedBy: ['misfit'],
      });
  });

  it('and one that counted is a move that got through', async () => {
    const flow = await play(server(Tone)).as('bob').get('tone');
    const [[move]] = nearlyYes(flow, { blueprint: { steps: new Map([['sure', {}]]) } } as never);
    const judged = (...events: string[]) =>
      move?.judge?.({ finished: false, transcript: [{ events }] } as never);
    expect(judged('answer.invalid sure', 'round.asked sure')).toBe('misfit');
    expect(judged('answer.taken sure')).toBe('nothing');
    expect(judged('answer.invalid sure', 'answer.declined sure')).toBe('nothing');
    expect(judged('round.asked sure')).toBe('not_asked');
    expect(move?.expected).toEqual(['misfit']);
  });

  it('the report says of every move that was not made why', async () => {
    const plain = await misuse(await play(server(Fails)).as('bob').get('fails'));
    const because = Object.fromEntries(plain.skipped.map(({ move, because: why }) => [move, why]));
    expect(because).toMatchObject({
      'nearly yes': 'no open question asks for a yes alone',
      'answered honestly, twice at once': 'the component is not once',
      'answered otherwise': 'the component is not once',
      'onto()': expect.any(String),
      'effects before the last answer': expect.any(String),
    });
    const bob = play(handWritten()).as('bob');
    const byHand = await misuse(await bob.call('delete', { path: 'a.txt' }));
    expect(byHand.skipped).toContainEqual({
      move: 'nearly yes',
      because: 'a hand-written handler reads its answers itself',
    });
  });
});
