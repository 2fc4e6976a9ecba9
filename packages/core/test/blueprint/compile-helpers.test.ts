import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Answers,
  ask,
  Complete,
  type ComponentClass,
  Compute,
  createServer,
  Elicit,
  form,
  Helper,
  inject,
  Prompt,
  type Provider,
  Tool,
} from '../../src/index.js';
import { tool as callTool, testServer } from '../support/serving.js';
import { testCodec } from '../support/test-codec.js';

// biome-ignore lint/suspicious/noExplicitAny: passes what the types refuse, as JavaScript can
const untyped = (decorator: unknown): any => decorator;
const applied = (decorator: unknown, options?: unknown) => untyped(decorator)(options);
const bare = untyped(Helper);
const tool = { name: 'deploy', description: 'Deploys.' };
const Confirm = form(z.object({ yes: z.boolean() }));
const question = () => ask.form('Deploy?', Confirm);

const start = (component: ComponentClass, providers: readonly Provider[] = []) =>
  createServer({
    name: 's',
    version: '1',
    components: [component],
    providers,
    state: { codec: testCodec() },
  });

/** What start says; the mistake is refused there, naming both cures. */
const refusal = (component: ComponentClass, providers?: readonly Provider[]): string => {
  let refused: unknown;
  try {
    start(component, providers);
  } catch (error) {
    refused = error;
  }
  expect(refused).toMatchObject({ name: 'ConfigError', code: 'invalid_step' });
  return (refused as Error).message;
};
const CURES = /@Elicit, @Sample, @Roots or @Compute; .*#private or mark it @Helper\(\)/;

abstract class Confirmed {
  @Elicit() confirm() {
    return question();
  }
  run(): unknown {
    return 'deployed';
  }
}

describe('a method without a mark', () => {
  it('is refused at start, naming class, method and both cures', () => {
    @Tool(tool)
    class Marked {
      @Elicit() confirm() {
        return question();
      }
      run() {
        return 'deployed';
      }
    }
    start(Marked);
    @Tool(tool)
    class Deploy {
      confirm() {
        return question();
      }
      run() {
        return 'deployed';
      }
    }
    const message = refusal(Deploy);
    expect(message).toMatch(/^Deploy\.confirm: /);
    expect(message).toMatch(CURES);
  });

  it('is refused if a parent has it, naming the parent', () => {
    class Base {
      confirm() {
        return question();
      }
    }
    @Tool(tool)
    class Deploy extends Base {
      run() {
        return 'deployed';
      }
    }
    expect(refusal(Deploy)).toMatch(/^Deploy\.confirm \(of Base\): /);
  });

  it('is refused if TypeScript alone calls it private or protected', () => {
    @Tool(tool)
    class Deploy {
      private confirm() {
        return question();
      }
      protected other = 1;
      protected label() {
        return 'x';
      }
      run() {
        return [this.confirm(), this.label()];
      }
    }
    expect(refusal(Deploy)).toMatch(/^Deploy\.confirm, Deploy\.label: methods that have no mark/);
  });

  it('is refused in an override of what was none, a getter say', () => {
    class Base {
      get confirm(): unknown {
        return undefined;
      }
    }
    @Tool(tool)
    class Deploy extends untyped(Base) {
      confirm() {
        return question();
      }
      run() {
        return 'deployed';
      }
    }
    expect(refusal(Deploy as never)).toMatch(/^Deploy\.confirm: /);
  });

  it('keeps the meaning of the step that it overrides', () => {
    @Tool(tool)
    class Deploy extends Confirmed {
      override confirm() {
        return super.confirm();
      }
    }
    expect(start(Deploy).describe().components[0]?.steps).toMatchObject([{ name: 'confirm' }]);
  });
});

describe('no mark is needed', () => {
  it('by #private methods, statics, accessors, symbols, hooks and completions', () => {
    @Tool(tool)
    class Deploy {
      static confirm() {
        return question();
      }
      get confirmed() {
        return question();
      }
      [Symbol.toPrimitive]() {
        return this.#hidden();
      }
      #hidden() {
        return 'x';
      }
      [Symbol.for('confirm')]() {
        return question();
      }
      declined() {
        return 'no';
      }
      dispose() {}
      run() {
        return 'deployed';
      }
    }
    @Prompt({ name: 'trip', input: z.object({ city: z.string() }) })
    class Trip {
      @Complete('city') protected cities() {
        return ['Wien'];
      }
      run() {
        return 'go';
      }
    }
    start(Deploy);
    start(Trip);
  });

  it('by a middleware, which is no component', () => {
    class Traced {
      handle(_: object, next: () => Promise<never>) {
        return this.#around(next);
      }
      #around(next: () => Promise<never>) {
        return next();
      }
      label() {
        return 'traced';
      }
      now = () => 1;
    }
    @Tool({ ...tool, use: [Traced] })
    class Deploy {
      run() {
        return 'deployed';
      }
    }
    start(Deploy);
  });
});

describe('@Helper()', () => {
  it('marks a method that is no step, in the class, a base or an override', () => {
    abstract class Labelled {
      @Helper() protected label() {
        return 'base';
      }
    }
    @Tool(tool)
    class Deploy extends Labelled {
      @Helper() protected other() {
        return this.label();
      }
      protected override label() {
        return `${super.label()} and more`;
      }
      @Helper() now = () => 1;
      run() {
        return this.other();
      }
    }
    expect(start(Deploy).describe().components[0]?.steps).toEqual([]);
  });

  it('is refused together with a step decorator, wherever the two stand', () => {
    @Tool(tool)
    class Both {
      @Helper() @Elicit() confirm() {
        return question();
      }
      run() {
        return 'deployed';
      }
    }
    @Tool(tool)
    class Silenced extends Confirmed {
      @Helper() override confirm() {
        return question();
      }
    }
    class Labelled {
      @Helper() confirm(): unknown {
        return 'x';
      }
    }
    @Tool(tool)
    class Asking extends Labelled {
      @Compute() override confirm() {
        return 1;
      }
      run() {
        return 'deployed';
      }
    }
    @Prompt({ name: 'trip', input: z.object({ city: z.string() }) })
    class Trip {
      @Helper() @Complete('city') protected cities() {
        return ['Wien'];
      }
      run() {
        return 'go';
      }
    }
    for (const component of [Both, Silenced, Asking, Trip])
      expect(refusal(component)).toMatch(/@Helper: .*another mark.* Keep one/);
  });

  it('is refused on a hook, a static method, a getter and a symbol, which need no mark', () => {
    class Hook extends Confirmed {
      @Helper() declined() {
        return 'no';
      }
    }
    class Static extends Confirmed {
      @Helper() static label() {
        return 'x';
      }
    }
    class Getter extends Confirmed {
      @applied(Helper) get label() {
        return 'x';
      }
    }
    class Symbolic extends Confirmed {
      @applied(Helper) [Symbol.iterator]() {
        return 'x';
      }
    }
    const refused = (component: unknown) => {
      untyped(Tool(tool))(component);
      return refusal(component as ComponentClass);
    };
    expect(refused(Hook)).toMatch(/^Hook\.declined: @Helper: a hook needs no mark/);
    for (const component of [Static, Getter, Symbolic])
      expect(refused(component)).toMatch(/: @Helper: only a method with a name needs this mark/);
  });

  it('is refused without its parentheses, and with options', () => {
    class Bare extends Confirmed {
      @bare label() {
        return 'x';
      }
    }
    class Options extends Confirmed {
      @applied(Helper, { optional: true }) label() {
        return 'x';
      }
    }
    for (const component of [Bare, Options]) {
      Tool(tool)(component as never);
      expect(() => start(component as never)).toThrow(/\.label: @Helper: /);
    }
  });

  it('leaves a helper an answer to the types; whoever reads it is told what it is', async () => {
    @Tool(tool)
    class Deploy {
      @Helper() label() {
        return 'x';
      }
      run(_: object, answers: Answers<Deploy>) {
        return answers.label satisfies string;
      }
    }
    const { server, lines } = testServer({ components: [Deploy] });
    const { body } = await callTool(server, 'deploy', {});
    expect(body.result).toMatchObject({ isError: true });
    expect(lines.text()).toMatch(/Deploy\.run reads the answer of .*label.*, which is a helper/);
  });
});

describe('a field that holds a function', () => {
  it('is seen on an instance and refused at start, naming class, field and both cures', () => {
    @Tool(tool)
    class Deploy {
      message = 'Deploy?';
      confirm = () => ask.form(this.message, Confirm);
      run() {
        return 'deployed';
      }
    }
    const message = refusal(Deploy);
    expect(message).toMatch(
      /Deploy\.confirm: a field that holds a function\. Write it as a method/,
    );
    expect(message).toMatch(CURES);
  });

  it('is fine if it was injected, under whatever name', () => {
    @Tool(tool)
    class Deploy {
      readonly again: () => number;
      constructor(@inject('now') private readonly now: () => number) {
        this.again = now;
      }
      run() {
        return this.now() + this.again();
      }
    }
    start(Deploy, [{ token: 'now', useValue: () => 1 }]);
  });

  it('is refused in the place of a step or a hook, where it would not be seen', () => {
    @Tool(tool)
    class Hook extends Confirmed {
      declined = () => 'no';
    }
    @Tool(tool)
    class Step extends Confirmed {
      constructor() {
        super();
        this.confirm = this.confirm.bind(this);
      }
    }
    expect(refusal(Hook)).toMatch(/Hook\.declined: a field hides this method/);
    expect(refusal(Step)).toMatch(/Step\.confirm: a field hides this method/);
  });
});
