import {
  type Answers,
  ask,
  Compute,
  createServer,
  Elicit,
  form,
  type ServerOptions,
  Tool,
} from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { container } from 'tsyringe';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { effects, everyWay, play } from '../src/index.js';

class Press {
  proof(): string {
    return 'the proof';
  }
  print(text: string): number {
    return text.length;
  }
}

@Tool({ name: 'print', description: 'Prints what a person approves.' })
class Print {
  constructor(private readonly press: Press) {}

  @Compute({ readable: true }) proof() {
    return this.press.proof();
  }
  @Elicit() approve(_: object, { proof }: Answers<Print, 'proof'>) {
    return ask.form(`Print ${proof}?`, form(z.object({ yes: z.boolean() })));
  }
  run(_: object, { proof, approve }: Answers<Print>) {
    return approve.yes ? `${this.press.print(proof)} characters` : 'nothing';
  }
}

const OPTIONS: ServerOptions = {
  name: 'press',
  version: '1.0.0',
  components: [Print],
  providers: [{ token: Press, useClass: Press }],
  state: {
    codec: {
      tag: 'none',
      readable: true,
      seal: (plain) => plain,
      open: (plain) => ({ ok: true, plain, current: true }),
    },
  },
  legacy: legacyShim(),
};
const server = createServer(OPTIONS);

everyWay({ describe, it }, (way) => {
  way.it('what a tool does happens once, over however many rounds and instances', async () => {
    const proof = effects<Press['proof']>(() => 'the fake proof');
    const print = effects<Press['print']>((text) => text.length);
    const asked = await way.play(server).override(Press).useValue({ proof, print }).call('print');
    expect(asked.asks.approve?.message).toBe('Print the fake proof?');
    const half = await asked.answer({});
    print.never();
    const done = await half.answer({ approve: { yes: true } });
    expect(done.text).toBe('14 characters');
    expect(proof.count).toBe(1);
    expect(print.once()).toEqual(['the fake proof']);
  });
});

describe('an effect', () => {
  it('is told when it happened too often, too seldom, or at all', () => {
    const print = effects();
    expect(() => print.once()).toThrow('happened never, and should have once');
    expect(() => print.never()).not.toThrow();
    print('a', 1);
    expect(() => print.once()).not.toThrow();
    expect(() => print.never()).toThrow("happened once, and should have never\n  [ 'a', 1 ]");
    print('b');
    expect(() => print.once()).toThrow(
      "happened 2 times, and should have once\n  [ 'a', 1 ]\n  [ 'b' ]",
    );
    expect([print.count, print.calls]).toEqual([2, [['a', 1], ['b']]]);
  });

  it('happens as it was told to', () => {
    const half = effects((n: number) => n / 2);
    expect(half(6)).toBe(3);
    expect(half.once()).toEqual([6]);
    const failing = effects(() => {
      throw new Error('the paper is out');
    });
    expect(() => failing()).toThrow('the paper is out');
    expect(failing.count).toBe(1);
  });
});

describe('an override', () => {
  const asks = async (played: ReturnType<typeof play>) =>
    (await played.call('print')).asks.approve?.message;

  it('stands in for the server’s own provider, in that play alone', async () => {
    const real = play(server);
    class Other {
      proof() {
        return 'another proof';
      }
      print() {
        return 0;
      }
    }
    expect(await asks(real)).toBe('Print the proof?');
    expect(await asks(real.override(Press).useClass(Other))).toBe('Print another proof?');
    expect(await asks(real.override(Press).useFactory(() => new Other()))).toBe(
      'Print another proof?',
    );
    expect(
      await asks(
        real
          .override(Press)
          .useClass(Other)
          .override(Press)
          .useValue({ proof: () => 'the last', print: () => 1 }),
      ),
    ).toBe('Print the last?');
    expect(await asks(real)).toBe('Print the proof?');
  });

  it('writes nothing into a container of the test’s own', async () => {
    const own = container.createChildContainer();
    own.register(Press, { useValue: new Press() });
    const { providers: _, ...options } = OPTIONS;
    const served = createServer({ ...options, container: own });
    const fake = { proof: () => 'the fake proof', print: () => 1 };
    expect(await asks(play(served).override(Press).useValue(fake))).toBe('Print the fake proof?');
    expect(
      await asks(
        play(served)
          .override(Press)
          .useFactory(() => fake),
      ),
    ).toBe('Print the fake proof?');
    expect(await asks(play(served).override(Press).useClass(Press))).toBe('Print the proof?');
    expect(own.resolve(Press)).not.toBe(fake);
    expect(await asks(play(served))).toBe('Print the proof?');
  });
});
