import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  type Answers,
  again,
  ask,
  type CallContext,
  Complete,
  type ComponentClass,
  Compute,
  createServer,
  Elicit,
  form,
  Helper,
  inject,
  Prompt,
  Tool,
} from '../../../src/index.js';
import { accept, call, tool as callTool, testServer } from '../../support/serving.js';

const tool = { name: 'deploy', description: 'Deploys.' };
const Confirm = form(z.object({ yes: z.boolean() }));
const YES = accept({ yes: true });

/** What the caller and the logger get of one call, with whatever is asked answered by yes. */
async function called(component: ComponentClass, options: object = {}) {
  const { server, lines, events } = testServer({ components: [component], ...options });
  let { body } = await callTool(server, 'deploy', {});
  while (body.result.resultType === 'input_required') {
    const answers = Object.keys(body.result.inputRequests ?? {}).map((key) => [key, YES]);
    const more = {
      requestState: body.result.requestState,
      ...(answers.length > 0 && { inputResponses: Object.fromEntries(answers) }),
    };
    ({ body } = await callTool(server, 'deploy', {}, more));
  }
  await server.close();
  return { result: body.result, log: lines.text(), events };
}
const refused = (log: RegExp) => ({
  result: expect.objectContaining({ isError: true }),
  log: expect.stringMatching(log),
});
const done = (text: string) => ({
  result: expect.objectContaining({ content: [{ type: 'text', text }] }),
  log: '',
});

abstract class Base {
  static made = 0;
  @Compute() build(): number {
    return ++Base.made;
  }
  run(_: object, { build }: Answers<Base>): unknown {
    return `deployed ${build}`;
  }
}
const CURE = /Deploy\.build is a step.*`build` of Answers<Deploy, 'build'>/;

describe('a step that is called directly', () => {
  it('ends in a TypeError that names the answer to read, in run', async () => {
    @Tool(tool)
    class Good extends Base {}
    expect(await called(Good)).toEqual(expect.objectContaining(done('deployed 1')));
    @Tool(tool)
    class Deploy extends Base {
      override run() {
        return `deployed ${this.build()}`;
      }
    }
    expect(await called(Deploy)).toEqual(expect.objectContaining(refused(CURE)));
  });

  it('ends so in a step, a helper, a #private method, declined and a completion', async () => {
    @Tool(tool)
    class InStep extends Base {
      @Elicit() confirm() {
        return ask.form(`Deploy ${this.build()}?`, Confirm);
      }
    }
    @Tool(tool)
    class InHelper extends Base {
      @Helper() protected label() {
        return `${this.build()}`;
      }
      override run() {
        return this.label();
      }
    }
    @Tool(tool)
    class Hidden extends Base {
      #label() {
        const { build } = this;
        return `${build()}`;
      }
      override run() {
        return this.#label();
      }
    }
    for (const component of [InStep, InHelper, Hidden])
      expect(await called(component)).toEqual(
        expect.objectContaining(refused(/build is a step.*`build` of Answers<\w+, 'build'>/)),
      );

    @Tool(tool)
    class Refusing extends Base {
      @Elicit() confirm() {
        return ask.form('Deploy?', Confirm);
      }
      declined() {
        return `still ${this.build()}`;
      }
    }
    @Prompt({ name: 'trip', input: z.object({ city: z.string() }) })
    class Trip extends Base {
      @Complete('city') protected cities() {
        return [`${this.build()}`];
      }
    }
    const { server, lines } = testServer({ components: [Refusing, Trip] });
    const { body } = await callTool(server, 'deploy', {});
    const { requestState } = body.result;
    const inputResponses = { confirm: { action: 'decline' } };
    await callTool(server, 'deploy', {}, { requestState, inputResponses });
    expect(lines.text()).toMatch(/Refusing\.build is a step/);
    const params = {
      ref: { type: 'ref/prompt', name: 'trip' },
      argument: { name: 'city', value: '' },
    };
    await call(server, { method: 'completion/complete', params });
    expect(lines.text()).toMatch(/Trip\.build is a step/);
  });

  it('is entered in an override by super, and by the toolkit as often as ever', async () => {
    @Tool(tool)
    class Deploy extends Base {
      override build() {
        return super.build() * 0 + 7;
      }
    }
    expect(await called(Deploy)).toEqual(expect.objectContaining(done('deployed 7')));
  });

  it('is as callable as ever on an instance that a test made itself', () => {
    @Tool(tool)
    class Deploy extends Base {
      count = 0;
    }
    createServer({ name: 's', version: '1', components: [] });
    testServer({ components: [Deploy] });
    const mine = new Deploy();
    expect(mine.build()).toBeGreaterThan(0);
    mine.count++;
    expect(mine.count).toBe(1);
  });

  it('changes nothing about what an instance is: its class, its constructor, private members', async () => {
    @Tool(tool)
    class Deploy extends Base {
      readonly #secret = 'kept';
      override run() {
        return [
          this instanceof Deploy && this instanceof Base,
          this.constructor === Deploy,
          Object.keys(this),
          this.#secret,
        ];
      }
    }
    const { result } = await called(Deploy);
    expect(JSON.parse(result.content[0].text)).toEqual([true, true, [], 'kept']);
  });

  it('counts as it is at the moment of the call, so that a test may spy on it', async () => {
    @Tool(tool)
    class Deploy extends Base {}
    const spy = vi.spyOn(Deploy.prototype, 'build').mockReturnValue(42);
    expect(await called(Deploy)).toEqual(expect.objectContaining(done('deployed 42')));
    spy.mockRestore();
  });
});

class Counted {
  total = 0;
  rows: string[] = [];
  run(): unknown {
    return 'counted';
  }
}

describe('an instance that is assigned to during a call', () => {
  const frozen = (field: string) =>
    expect.objectContaining(
      refused(new RegExp(`TypeError: Deploy\\.${field} .*frozen.*@Compute.*ctx\\.step\\.carried`)),
    );

  it('ends the call, naming class, field and cure, whether a field is added, changed or deleted', async () => {
    const running = (run: (self: Record<string, unknown>) => void) => {
      @Tool(tool)
      class Deploy extends Counted {
        override run() {
          run(this as never);
          this.rows;
          return super.run();
        }
      }
      return called(Deploy);
    };
    expect(await running(() => undefined)).toEqual(expect.objectContaining(done('counted')));
    expect(
      await running((self) => {
        self.total = 1;
      }),
    ).toEqual(frozen('total'));
    expect(
      await running((self) => {
        (self.total as number)++;
      }),
    ).toEqual(frozen('total'));
    expect(await running((self) => delete self.total)).toEqual(frozen('total'));
    expect(await running((self) => Object.assign(self, { total: 2 }))).toEqual(frozen('total'));

    @Tool(tool)
    class Deploy extends Counted {
      more?: number;
      override run() {
        this.more = 1;
        return 'counted';
      }
    }
    Reflect.deleteProperty(Deploy.prototype, 'more');
    expect(await called(Deploy)).toEqual(frozen('more'));
  });

  it('ends it in a step, a compute, declined and a hand-written handler too', async () => {
    @Tool(tool)
    class Step extends Counted {
      @Elicit() confirm() {
        this.total = 1;
        return ask.form('Deploy?', Confirm);
      }
    }
    @Tool(tool)
    class Continued extends Counted {
      @Compute() sum(_: object, __: object, ctx: CallContext) {
        if (ctx.step.carried !== undefined) return this.total;
        this.total = 3;
        return again(1);
      }
    }
    for (const component of [Step, Continued])
      expect(await called(component)).toEqual(
        expect.objectContaining(refused(/(Step|Continued)\.total .*frozen/)),
      );
    @Tool(tool)
    class Refusing extends Counted {
      @Elicit() confirm() {
        return ask.form('Deploy?', Confirm);
      }
      declined() {
        this.total = 1;
        return 'no';
      }
    }
    const { server, lines } = testServer({ components: [Refusing] });
    const { body } = await callTool(server, 'deploy', {});
    const { requestState } = body.result;
    const inputResponses = { confirm: { action: 'decline' } };
    await callTool(server, 'deploy', {}, { requestState, inputResponses });
    expect(lines.text()).toMatch(/Refusing\.total .*frozen/);
  });

  it('ends it where a list or an object is changed that the class itself writes into a field', async () => {
    @Tool(tool)
    class Deploy extends Counted {
      counts: Record<string, number> = { a: 1 };
      override run() {
        return [...this.rows, this.counts.a].join();
      }
    }
    expect(await called(Deploy)).toEqual(expect.objectContaining(done('1')));
    @Tool(tool)
    class Pushing extends Counted {
      override run() {
        return this.rows.push('one');
      }
    }
    @Tool(tool)
    class Setting {
      counts: Record<string, number> = { a: 1 };
      run() {
        this.counts.a = 2;
        return 'set';
      }
    }
    expect(await called(Pushing)).toEqual(
      expect.objectContaining(refused(/Pushing\.rows .*frozen/)),
    );
    expect(await called(Setting)).toEqual(
      expect.objectContaining(refused(/Setting\.counts .*frozen/)),
    );
  });

  it('leaves alone what was injected, what others share, and what no literal made', async () => {
    const shared: string[] = [];
    const injected: string[] = [];
    const within = { rows: [] as string[] };
    @Tool(tool)
    class Deploy {
      readonly shared = shared;
      readonly within: string[];
      readonly built = Array.from('ab');
      readonly seen = new Set<string>();
      constructor(
        @inject('rows') private readonly injected: string[],
        @inject('within') holder: { rows: string[] },
      ) {
        this.within = holder.rows;
      }
      run() {
        for (const list of [this.shared, this.injected, this.within, this.built]) list.push('one');
        this.seen.add('one');
        return 'pushed';
      }
    }
    const providers = [
      { token: 'rows', useValue: injected },
      { token: 'within', useValue: within },
    ];
    expect(await called(Deploy, { providers })).toEqual(expect.objectContaining(done('pushed')));
    expect([shared, injected, within.rows]).toEqual([['one'], ['one'], ['one']]);
  });

  it('keeps the error of another frozen object as it is', async () => {
    const settings: Record<string, number> = Object.freeze({ limit: 1 });
    @Tool(tool)
    class Deploy extends Counted {
      override run() {
        settings.other = 2;
        return 'set';
      }
    }
    expect(await called(Deploy)).toEqual(
      expect.objectContaining(refused(/TypeError: Cannot add property other/)),
    );
  });

  it('is frozen after the constructors of its subclasses, which may assign', async () => {
    class Parent extends Counted {
      constructor() {
        super();
        this.total = 1;
      }
    }
    @Tool(tool)
    class Deploy extends Parent {
      name = 'x';
      constructor() {
        super();
        this.total += 1;
        this.rows.push(this.name);
      }
      override run() {
        return `${this.total} ${this.rows} ${Object.isFrozen(this)}`;
      }
    }
    expect(await called(Deploy)).toEqual(expect.objectContaining(done('2 x true')));
  });

  it('is frozen at start as well, where an assignment would come after the constructor', () => {
    const made: object[] = [];
    @Tool(tool)
    class Deploy extends Counted {
      constructor() {
        super();
        made.push(this);
      }
    }
    testServer({ components: [Deploy] });
    expect(made.map((instance) => Object.isFrozen(instance))).toEqual([true]);
  });

  it('may not be assigned to by dispose either, which is logged and stops no other', async () => {
    const disposed: string[] = [];
    class Connection {
      dispose() {
        disposed.push('connection');
      }
    }
    @Tool(tool)
    class Deploy extends Counted {
      constructor(@inject(Connection) readonly connection: Connection) {
        super();
      }
      dispose() {
        this.total = -1;
      }
    }
    const providers = [{ token: Connection, useClass: Connection, scope: 'call' as const }];
    const { log, events, result } = await called(Deploy, { providers });
    expect(result).toMatchObject({ content: [{ text: 'counted' }] });
    expect(log).toMatch(/a dispose\(\) failed .*TypeError: Deploy\.total .*frozen/);
    expect(events).toContainEqual(expect.objectContaining({ type: 'error', where: 'dispose' }));
    expect(disposed).toContain('connection');
  });

  it('is what its constructor made: one that returns another object is refused at start', () => {
    @Tool(tool)
    class Deploy extends Counted {
      constructor() {
        super();
        // biome-ignore lint/correctness/noConstructorReturn: the mistake under test
        return new Counted() as never;
      }
    }
    expect(() => testServer({ components: [Deploy] })).toThrow(
      /Deploy: its constructor returns another object/,
    );
  });
});
afterEach(() => vi.restoreAllMocks());
afterEach(() => {
  Base.made = 0;
});
