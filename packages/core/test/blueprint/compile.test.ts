import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from '../../src/asks/ask.js';
import type { Nothing } from '../../src/asks/question.js';
import type { ComponentClass } from '../../src/blueprint/blueprint.js';
import { compileComponent } from '../../src/blueprint/compile.js';
import { Compute } from '../../src/decorators/compute.js';
import { Elicit } from '../../src/decorators/elicit.js';
import { Prompt } from '../../src/decorators/prompt.js';
import { Resource } from '../../src/decorators/resource.js';
import { Roots } from '../../src/decorators/roots.js';
import { Sample } from '../../src/decorators/sample.js';
import { Tool } from '../../src/decorators/tool.js';
import { compileJsonSchema } from '../support/compile-json-schema.js';

const compile = (component: ComponentClass) => compileComponent(component, compileJsonSchema);
// biome-ignore lint/suspicious/noExplicitAny: passes what the types refuse, as JavaScript can
const untyped = (decorator: unknown): any => decorator;
const applied = (decorator: unknown, options?: unknown) => untyped(decorator)(options);
const tool = { name: 'sample-tool', description: 'Does it.' };

/** The error that compiling gives; every one must name the class and say more than that. */
function refusal(component: ComponentClass, member: string): unknown {
  try {
    compile(component);
  } catch (error) {
    expect(error).toMatchObject({
      name: 'ConfigError',
      message: expect.stringContaining(component.name),
    });
    expect((error as Error).message).toContain(member);
    return error;
  }
  throw new Error('compiled');
}

describe('compileComponent', () => {
  @Tool({
    ...tool,
    title: 'Sample',
    input: z.object({ n: z.int() }),
    output: z.object({ sum: z.number() }),
    annotations: { readOnlyHint: true },
    icons: [{ src: 'https://x.test/i.png' }],
    _meta: { 'x.test/a': 1 },
    scopes: ['read'],
  })
  class Whole {
    @Compute({ readable: true, version: 2, schema: z.number() }) base() {
      return 1;
    }
    @Elicit({ attempts: 5, presupplied: true, timeoutMs: 1000 }) ask(_: { n: number }) {
      return ask.nothing;
    }
    @Sample() think() {
      return ask.nothing;
    }
    @Roots() where() {
      return ask.nothing;
    }
    declined() {
      return 'no';
    }
    dispose() {}
    run(_: { n: number }) {
      return { sum: 1 };
    }
  }

  it('makes a blueprint of a tool', async () => {
    const blueprint = compile(Whole);
    expect(blueprint).toMatchObject({
      kind: 'tool',
      component: Whole,
      name: 'sample-tool',
      className: 'Whole',
      canAsk: true,
      hasDeclined: true,
      scopes: ['read'],
      uri: undefined,
    });
    expect(blueprint.listing).toEqual({
      name: 'sample-tool',
      title: 'Sample',
      description: 'Does it.',
      inputSchema: expect.objectContaining({
        type: 'object',
        properties: { n: expect.objectContaining({ type: 'integer' }) },
        required: ['n'],
      }),
      outputSchema: expect.objectContaining({ type: 'object', required: ['sum'] }),
      annotations: { readOnlyHint: true },
      icons: [{ src: 'https://x.test/i.png' }],
      _meta: { 'x.test/a': 1 },
    });
    expect(await blueprint.input({ n: 1 })).toEqual({ ok: true, value: { n: 1 } });
    expect(await blueprint.input({ n: 'x' })).toMatchObject({
      ok: false,
      problems: [{ field: 'n' }],
    });
    expect(await blueprint.output?.({ sum: 2 })).toEqual({ ok: true, value: { sum: 2 } });
  });

  it('fills in the defaults of steps, in declaration order', () => {
    const steps = [...compile(Whole).steps.values()];
    expect(steps).toMatchObject([
      { name: 'base', kind: 'compute', readable: true, version: 2, schema: expect.any(Function) },
      { name: 'ask', kind: 'elicit', attempts: 5, presupplied: true, timeoutMs: 1000 },
      {
        name: 'think',
        kind: 'sample',
        attempts: 3,
        presupplied: false,
        timeoutMs: undefined,
        readable: false,
        version: 1,
        schema: undefined,
      },
      { name: 'where', kind: 'roots', attempts: 3 },
    ]);
  });

  it('freezes what it made, all through', () => {
    const blueprint = compile(Whole);
    expect(
      [
        blueprint,
        blueprint.listing,
        blueprint.listing.inputSchema,
        blueprint.listing.icons,
        blueprint.scopes,
        ...blueprint.steps.values(),
      ].every(Object.isFrozen),
    ).toBe(true);
  });

  it('lets a class without steps be: it asks nothing, or is hand-written', () => {
    @Tool(tool)
    class Plain {
      run() {
        return 'x';
      }
    }
    expect(compile(Plain)).toMatchObject({ canAsk: false, hasDeclined: false, output: undefined });
  });

  it('hands run an empty object when there is no input', async () => {
    @Tool(tool)
    class NoInput {
      run() {
        return 'x';
      }
    }
    const { input } = compile(NoInput);
    expect(await input(undefined)).toEqual({ ok: true, value: {} });
    expect(await input({ stray: 1 })).toEqual({ ok: true, value: {} });
  });

  it('lists a raw JSON Schema as it was written, and checks by it', async () => {
    const input = {
      type: 'object',
      properties: { n: { type: 'number' } },
      required: ['n'],
    } as const;
    @Tool({ ...tool, input })
    class Raw {
      run({ n }: { n: number }) {
        return n;
      }
    }
    const blueprint = compileComponent(Raw, compileJsonSchema);
    expect(blueprint.listing.inputSchema).toEqual(input);
    expect(await blueprint.input({ n: 1 })).toMatchObject({ ok: true });
    expect(await blueprint.input({})).toMatchObject({ ok: false });
  });

  it('makes a blueprint of a prompt', () => {
    @Prompt({
      name: 'review',
      description: 'Reviews.',
      input: z.object({ file: z.string(), tone: z.string().optional() }),
    })
    class Review {
      run({ file }: { file: string }) {
        return file;
      }
    }
    expect(compile(Review).listing).toEqual({
      name: 'review',
      description: 'Reviews.',
      arguments: [{ name: 'file', required: true }, { name: 'tone' }],
    });
  });

  it('makes blueprints of a fixed resource and of a template', async () => {
    @Resource({ uri: 'notes://today', name: 'today', mimeType: 'text/plain' })
    class Today {
      run() {
        return 'x';
      }
    }
    @Resource({
      uri: 'notes://{day}',
      name: 'notes',
      input: z.object({ day: z.coerce.number() }),
      annotations: { priority: 1 },
    })
    class Day {
      run({ day }: { day: number }) {
        return String(day);
      }
    }
    expect(compile(Today)).toMatchObject({
      uri: { fixed: 'notes://today' },
      mimeType: 'text/plain',
      listing: { uri: 'notes://today', name: 'today', mimeType: 'text/plain' },
    });
    const day = compile(Day);
    expect(day).toMatchObject({
      uri: { template: 'notes://{day}' },
      listing: { uriTemplate: 'notes://{day}', name: 'notes', annotations: { priority: 1 } },
    });
    expect(await day.input({ day: '7' })).toEqual({ ok: true, value: { day: 7 } });
  });

  it('inherits the steps and the body of a base class, base first', () => {
    abstract class Confirmed<T> {
      @Elicit({ attempts: 2 }) confirm(_: T) {
        return ask.nothing;
      }
      run(_: T): unknown {
        return 'x';
      }
    }
    @Tool({ ...tool, input: z.object({ n: z.number() }) })
    class Sub extends Confirmed<{ n: number }> {
      @Elicit() more() {
        return ask.nothing;
      }
      override confirm(_: { n: number }) {
        return ask.nothing;
      }
    }
    expect([...compile(Sub).steps.values()]).toMatchObject([
      { name: 'confirm', attempts: 2 },
      { name: 'more', attempts: 3 },
    ]);
  });
});

describe('compileComponent refuses', () => {
  class Run {
    run() {
      return 'x';
    }
  }
  const decorated = (
    decorators: readonly ((target: ComponentClass) => void)[],
    name = 'Mistaken',
  ) => {
    const component = { [name]: class extends Run {} }[name] as typeof Run;
    for (const decorate of decorators) decorate(component);
    return component;
  };
  const withTool = (options: object) => decorated([untyped(Tool)({ ...tool, ...options })]);

  it('a class without a component decorator', () => {
    expect(refusal(decorated([]), '@Tool')).toMatchObject({ code: 'invalid_component' });
  });

  it('a subclass of a component that is none itself, naming the base', () => {
    class Sub extends decorated([untyped(Tool)(tool)], 'Parent') {}
    expect(refusal(Sub, 'Parent')).toMatchObject({ code: 'invalid_component' });
  });

  it('two component decorators', () => {
    expect(
      refusal(
        decorated([untyped(Tool)(tool), untyped(Prompt)({ name: 'x' })]),
        '@Tool and @Prompt',
      ),
    ).toMatchObject({
      code: 'invalid_component',
    });
  });

  it('a class without run, and one whose run is a field or an accessor', () => {
    @applied(Tool, tool)
    class Missing {}
    @applied(Tool, tool)
    class Field {
      run = () => 'x';
    }
    @applied(Tool, tool)
    class Getter {
      get run(): never {
        throw new Error('must not be called');
      }
    }
    for (const component of [Missing, Field, Getter])
      expect(refusal(component, 'run')).toMatchObject({ code: 'invalid_component' });
  });

  it('a declined or dispose that is no method', () => {
    for (const name of ['declined', 'dispose']) {
      const component = withTool({});
      Object.defineProperty(component.prototype, name, { get: () => 1 });
      expect(refusal(component, name)).toMatchObject({ code: 'invalid_component' });
    }
  });

  it('a decorator without parentheses', () => {
    @untyped(Tool)
    class Bare extends Run {}
    @applied(Tool, tool)
    class BareStep extends Run {
      @untyped(Elicit) ask() {}
    }
    expect(refusal(Bare, '@Tool')).toMatchObject({ code: 'invalid_option' });
    expect(refusal(BareStep, 'ask')).toMatchObject({ code: 'invalid_option' });
  });

  it.each([
    ['run', { run() {} }],
    ['declined', { declined() {} }],
    ['dispose', { dispose() {} }],
    // biome-ignore lint/suspicious/noThenProperty: the very name that is refused
    ['then', { then() {} }],
    ['toJSON', { toJSON() {} }],
    ['toString', { toString() {} }],
    ['hasOwnProperty', { hasOwnProperty() {} }],
    ['__proto__', { ['__proto__']() {} }],
    ['constructor', {}],
    ['a.b', { 'a.b'() {} }],
    ['', { ''() {} }],
  ])('a step named %s', (name, members) => {
    const component = withTool({});
    Object.defineProperties(component.prototype, Object.getOwnPropertyDescriptors(members));
    untyped(Elicit)()(
      component.prototype,
      name,
      Object.getOwnPropertyDescriptor(component.prototype, name),
    );
    expect(refusal(component, `Mistaken.${name}`)).toMatchObject({ code: 'invalid_step' });
  });

  it('a step under a symbol, on a static method, a field or an accessor', () => {
    const key = Symbol('secret');
    @applied(Tool, tool)
    class Symbolic extends Run {
      @applied(Elicit) [key]() {}
    }
    @applied(Tool, tool)
    class Static extends Run {
      @applied(Elicit) static ask() {}
    }
    @applied(Tool, tool)
    class Field extends Run {
      @applied(Elicit) ask = () => undefined;
    }
    @applied(Tool, tool)
    class Accessor extends Run {
      @applied(Elicit) get ask(): never {
        throw new Error('must not be called');
      }
    }
    expect(refusal(Symbolic, 'secret')).toMatchObject({ code: 'invalid_step' });
    for (const component of [Static, Field, Accessor])
      expect(refusal(component, 'ask')).toMatchObject({ code: 'invalid_step' });
  });

  it('two step decorators on one method', () => {
    @applied(Tool, tool)
    class Twice extends Run {
      @Elicit() @Compute() ask() {
        return ask.nothing;
      }
    }
    expect(refusal(Twice, 'ask')).toMatchObject({ code: 'invalid_step' });
  });

  it('a subclass that puts something else in the place of a step', () => {
    class Base extends Run {
      @Elicit() ask(): Nothing {
        return ask.nothing;
      }
    }
    @Tool(tool)
    class Sub extends Base {}
    expect(compile(Sub).steps.has('ask')).toBe(true);
    Object.defineProperty(Sub.prototype, 'ask', { get: () => undefined });
    expect(refusal(Sub, 'Base')).toMatchObject({ code: 'invalid_step' });
  });

  it.each([
    [Elicit, { attempts: 0 }],
    [Elicit, { attempts: 1.5 }],
    [Elicit, { attempts: '3' }],
    [Elicit, { attempts: Number.NaN }],
    [Elicit, { timeoutMs: 0 }],
    [Elicit, { timeoutMs: 2 ** 31 }],
    [Elicit, { presupplied: 'yes' }],
    [Elicit, { version: 1 }],
    [Sample, { attempt: 1 }],
    [Sample, { attempts: 2 }],
    [Roots, { attempts: 2 }],
    [Roots, { readable: true }],
    [Compute, { presupplied: true }],
    [Compute, { attempts: 1 }],
    [Compute, { version: 0 }],
    [Compute, { version: 1.5 }],
    [Compute, { readable: 1 }],
    [Elicit, 'text'],
  ])('the step options %o %j', (decorator, options) => {
    const component = withTool({});
    Object.defineProperty(component.prototype, 'ask', { value: () => undefined });
    untyped(decorator)(options)(
      component.prototype,
      'ask',
      Object.getOwnPropertyDescriptor(component.prototype, 'ask'),
    );
    expect(refusal(component, 'ask')).toMatchObject({ code: 'invalid_option' });
  });

  it('a compute schema that is no zod schema', () => {
    const component = withTool({});
    Object.defineProperty(component.prototype, 'sum', { value: () => 1 });
    untyped(Compute)({ schema: { type: 'number' } })(
      component.prototype,
      'sum',
      Object.getOwnPropertyDescriptor(component.prototype, 'sum'),
    );
    expect(refusal(component, 'sum')).toMatchObject({ code: 'invalid_schema' });
  });

  it.each([
    { name: '' },
    { name: undefined },
    { name: 'two words' },
    { name: 'ümlaut' },
    { name: 'x'.repeat(129) },
    { name: 7 },
    { description: undefined },
    { description: ' ' },
    { title: '' },
    { once: 'yes' },
    { use: 'x' },
    { annotations: [] },
    { annotations: { big: 1n } },
    { _meta: 'x' },
    { icons: {} },
    { icons: [{}] },
    { icons: [{ src: 'javascript:alert(1)' }] },
    { scopes: 'read' },
    { scopes: ['read write'] },
    { scopes: [''] },
    { visible: true },
    { visible: 'admins' },
    { cacheHint: { ttlMs: 5 } },
  ])('the tool options %o', (options) => {
    expect(compile(withTool({ name: 'a.B_9-' }))).toBeDefined();
    expect(refusal(withTool(options), Object.keys(options)[0] as string)).toMatchObject({
      code: 'invalid_option',
    });
  });

  it.each([
    { input: z.string() },
    { input: z.object({ at: z.date() }) },
    { input: 7 },
    { output: z.bigint() },
    { output: z.string().transform(Number) },
  ])('the schemas of %o', (options) => {
    expect(refusal(withTool(options), Object.keys(options)[0] as string)).toMatchObject({
      code: 'invalid_schema',
    });
  });

  it('prompt arguments that are no strings', () => {
    expect(
      refusal(
        decorated([untyped(Prompt)({ name: 'p', input: z.object({ n: z.number() }) })]),
        'input',
      ),
    ).toMatchObject({
      code: 'invalid_schema',
    });
  });

  it.each([
    '',
    'relative',
    '{all}',
    '{scheme}://x',
    'x://a b',
    'x://{',
    'x://{a}{b}',
    'x://{?q}',
    'http://[bad',
    7,
    undefined,
  ])('the resource URI %s', (uri) => {
    expect(
      compile(decorated([untyped(Resource)({ uri: 'x://{a}/{b}', name: 'r' })])),
    ).toBeDefined();
    expect(refusal(decorated([untyped(Resource)({ uri, name: 'r' })]), 'uri')).toMatchObject({
      code: 'invalid_option',
    });
  });

  it.each([7, { ttl: 5 }, { ttlMs: -1 }, { ttlMs: 1.5 }, { cacheScope: 'shared' }])(
    'the cache hint %j',
    (cacheHint) => {
      expect(
        compile(
          decorated([untyped(Resource)({ uri: 'x://y', name: 'r', cacheHint: { ttlMs: 5 } })]),
        ).cacheHint,
      ).toEqual({ ttlMs: 5 });
      expect(
        refusal(
          decorated([untyped(Resource)({ uri: 'x://y', name: 'r', cacheHint })]),
          'cacheHint',
        ),
      ).toMatchObject({
        code: 'invalid_option',
      });
    },
  );

  it('a resource input that no variable can fill', () => {
    const input = z.object({ id: z.string() });
    expect(
      compile(decorated([untyped(Resource)({ uri: 'x://{id}', name: 'r', input })])),
    ).toBeDefined();
    expect(
      refusal(decorated([untyped(Resource)({ uri: 'x://{other}', name: 'r', input })]), 'id'),
    ).toMatchObject({
      code: 'invalid_schema',
    });
    expect(
      refusal(decorated([untyped(Resource)({ uri: 'x://fixed', name: 'r', input })]), 'input'),
    ).toMatchObject({
      code: 'invalid_option',
    });
  });
});
