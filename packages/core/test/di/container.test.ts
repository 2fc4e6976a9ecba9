import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  container,
  delay,
  inject,
  injectAll,
  injectable,
  injectWithTransform,
  Lifecycle,
  scoped,
  singleton,
} from 'tsyringe';
import { afterEach, describe, expect, it } from 'vitest';
import type { ComponentClass } from '../../src/blueprint/blueprint.js';
import { Tool } from '../../src/decorators/tool.js';
import { type ContainerOptions, serverContainer } from '../../src/di/container.js';
import type { Provider, Resolver } from '../../src/di/provider.js';
import { Changes, createServer } from '../../src/index.js';
import { METADATA } from '../../src/metadata/keys.js';
import { CallContext } from '../../src/rounds/context.js';

const contextOf = (name: string) =>
  Object.assign(Object.create(CallContext.prototype), { client: { name } }) as CallContext;

/** A server container that has been warmed up. */
function warm(
  components: readonly ComponentClass[],
  options: Omit<ContainerOptions, 'components'> = {},
) {
  const made = serverContainer({ components, ...options });
  made.warmUp();
  return made;
}
const refused = (code: string, ...naming: (string | RegExp)[]) =>
  expect.objectContaining({
    name: 'ConfigError',
    code,
    message: expect.toSatisfy(
      (message: string) =>
        naming.every((part) =>
          typeof part === 'string' ? message.includes(part) : part.test(message),
        ),
      `names ${naming.join(', ')}`,
    ),
  });

class Service {
  readonly marker = 'service';
}
const services = [{ token: Service, useClass: Service }];

@injectable()
class NeedsService {
  constructor(readonly service: Service) {}
}
@injectable()
class NeedsContext {
  constructor(readonly context: CallContext) {}
}

afterEach(() => container.reset());

describe('a call scope', () => {
  it('makes a component without dependencies afresh for every scope', () => {
    class Plain {}
    const made = warm([Plain]);
    const first = made.scope(contextOf('a')).resolve(Plain);
    expect(first).toBeInstanceOf(Plain);
    expect(made.scope(contextOf('a')).resolve(Plain)).not.toBe(first);
  });

  it('reads nothing of a class again that it learned at start, neither its name nor its decorators', () => {
    let looked = 0;
    @injectable()
    class Looked {
      constructor(readonly service: Service) {}
      run() {
        return 'x';
      }
    }
    const records = { components: [], steps: [], completions: [], helpers: [] };
    const watched = <T>(value: T) => ({
      get: (): T => {
        looked++;
        return value;
      },
    });
    Object.defineProperty(Looked, METADATA, watched(records));
    Object.defineProperty(Looked, 'name', watched('Looked'));
    Tool({ name: 'looked', description: 'Looks.' })(Looked);
    const made = warm([Looked], { providers: services });
    expect(looked).toBeGreaterThan(0);
    looked = 0;
    for (let at = 0; at < 5; at++) made.scope(contextOf('a')).resolve(Looked);
    expect(looked).toBe(0);
  });

  it('makes a component afresh even where the user registered it as a singleton', () => {
    @singleton()
    class Kept {
      user?: string;
    }
    const made = warm([Kept]);
    expect(container.resolve(Kept)).toBe(container.resolve(Kept));
    const first = made.scope(contextOf('a')).resolve(Kept) as Kept;
    first.user = 'bob';
    expect((made.scope(contextOf('b')).resolve(Kept) as Kept).user).toBeUndefined();
  });

  it('injects by emitted type, by token, with a default and with an optional token', () => {
    const settings = Symbol('settings');
    @injectable()
    class Mixed {
      constructor(
        readonly service: Service,
        @inject(settings) readonly config: { readonly url: string },
        @inject('absent', { isOptional: true }) readonly absent: unknown,
        readonly retries: number = 3,
      ) {}
    }
    const made = warm([Mixed], {
      providers: [...services, { token: settings, useValue: { url: 'x' } }],
    });
    expect(made.scope(contextOf('a')).resolve(Mixed)).toMatchObject({
      service: { marker: 'service' },
      config: { url: 'x' },
      absent: undefined,
      retries: 3,
    });
  });

  it('injects all values of a token, and transformed ones', () => {
    class Upper {
      transform(text: string, suffix: string) {
        return text.toUpperCase() + suffix;
      }
    }
    @injectable()
    class Fancy {
      constructor(
        @injectAll('part') readonly parts: string[],
        @injectWithTransform('part', Upper, '!') readonly loud: string,
      ) {}
    }
    // Two under one token are the container's to say: among providers they are a mistake.
    const users = container.createChildContainer();
    users.register('part', { useValue: 'a' });
    users.register('part', { useFactory: () => 'b' });
    users.register(Upper, Upper);
    const made = warm([Fancy], { container: users });
    expect(made.scope(contextOf('a')).resolve(Fancy)).toMatchObject({
      parts: ['a', 'b'],
      loud: 'B!',
    });
  });

  it("gives a class without a constructor its base's dependencies", () => {
    class Sub extends NeedsService {}
    expect(warm([Sub], { providers: services }).scope(contextOf('a')).resolve(Sub)).toMatchObject({
      service: { marker: 'service' },
    });
  });

  it("injects this call's context, never another's", () => {
    const made = warm([NeedsContext]);
    const [one, two] = ['a', 'b'].map((name) => ({ context: contextOf(name) })) as [
      { context: CallContext },
      { context: CallContext },
    ];
    const scopes = [made.scope(one.context), made.scope(two.context)] as const;
    expect((scopes[1].resolve(NeedsContext) as NeedsContext).context).toBe(two.context);
    expect((scopes[0].resolve(NeedsContext) as NeedsContext).context).toBe(one.context);
  });

  it('shares a provider between all calls, and one of scope call within a call only', () => {
    class PerServer {}
    class PerCall {
      constructor(readonly context: CallContext) {}
    }
    injectable()(PerCall);
    inject(CallContext as never)(PerCall, undefined, 0);
    @injectable()
    class First {
      constructor(
        readonly server: PerServer,
        readonly call: PerCall,
        @inject('factory') readonly made: object,
      ) {}
    }
    @injectable()
    class Second {
      constructor(
        readonly server: PerServer,
        readonly call: PerCall,
        @inject('factory') readonly made: object,
      ) {}
    }
    const made = warm([First, Second], {
      providers: [
        { token: PerServer, useClass: PerServer },
        { token: PerCall, useClass: PerCall, scope: 'call' },
        {
          token: 'factory',
          useFactory: (resolver) => ({ context: resolver.resolve(CallContext) }),
          scope: 'call',
        },
      ],
    });
    const scope = made.scope(contextOf('a'));
    const [first, second] = [scope.resolve(First) as First, scope.resolve(Second) as Second];
    const other = made.scope(contextOf('b')).resolve(First) as First;
    expect(second.call).toBe(first.call);
    expect(second.made).toBe(first.made);
    expect(other.call).not.toBe(first.call);
    expect(other.call.context).not.toBe(first.call.context);
    expect(first.made).toMatchObject({ context: first.call.context });
    expect([second.server, other.server]).toEqual([first.server, first.server]);
    expect(other.server).toBe(first.server);
  });
});

describe("the user's container", () => {
  it('is resolved from and never written to', () => {
    const users = container.createChildContainer();
    users.register('config', { useValue: 'theirs' });
    @injectable()
    class Both {
      constructor(
        @inject('config') readonly config: string,
        readonly service: Service,
      ) {}
    }
    const made = warm([Both, NeedsContext], {
      container: users,
      providers: [{ token: Service, useValue: { marker: 'ours' } }],
    });
    expect(made.scope(contextOf('a')).resolve(Both)).toMatchObject({
      config: 'theirs',
      service: { marker: 'ours' },
    });
    for (const token of [Both, Service, CallContext, NeedsContext]) {
      expect(users.isRegistered(token as never, true)).toBe(false);
      expect(container.isRegistered(token as never, true)).toBe(false);
    }
  });

  it('keeps its singletons across calls and its ContainerScoped ones within one', () => {
    class Single {}
    class Scoped {}
    const users = container.createChildContainer();
    users.registerSingleton(Single);
    users.register(Scoped, { useClass: Scoped }, { lifecycle: Lifecycle.ContainerScoped });
    @injectable()
    class Uses {
      constructor(
        readonly single: Single,
        readonly scoped: Scoped,
      ) {}
    }
    const made = warm([Uses], { container: users });
    const [one, two] = [made.scope(contextOf('a')), made.scope(contextOf('b'))];
    const [first, again, other] = [one.resolve(Uses), one.resolve(Uses), two.resolve(Uses)] as [
      Uses,
      Uses,
      Uses,
    ];
    expect(other.single).toBe(first.single);
    expect(again.scoped).toBe(first.scoped);
    expect(other.scoped).not.toBe(first.scoped);
  });

  it('may not hold a singleton that takes something of a call', () => {
    const users = (lifecycle: Lifecycle) =>
      container
        .createChildContainer()
        .register(NeedsContext, { useClass: NeedsContext }, { lifecycle });
    @injectable()
    class Uses {
      constructor(readonly inner: NeedsContext) {}
    }
    expect(() => warm([Uses], { container: users(Lifecycle.ContainerScoped) })).not.toThrow();
    expect(() => warm([Uses], { container: users(Lifecycle.Singleton) })).toThrow(
      refused('invalid_component', 'Uses', 'ContainerScoped'),
    );
  });
});

describe('warmUp', () => {
  it('refuses a parameter that nothing describes, with its position and both cures', () => {
    class Bare {
      constructor(
        readonly a: Service,
        readonly b: Service,
      ) {}
    }
    inject(Service)(Bare, undefined, 0);
    expect(() => warm([Bare])).toThrow(
      refused('missing_metadata', 'Bare', '#1', 'emitDecoratorMetadata', '@inject'),
    );
    inject(Service)(Bare, undefined, 1);
    expect(() => warm([Bare], { providers: services })).not.toThrow();
  });

  it('looks just as closely at the classes that components and providers need', () => {
    class Deep {
      constructor(readonly service: Service) {}
    }
    @injectable()
    class Outer {
      constructor(readonly deep: Deep) {}
    }
    const deep = [{ token: Deep, useClass: Deep }];
    expect(() => warm([Outer], { providers: [...deep, ...services] })).toThrow(
      refused(
        'missing_metadata',
        'Deep',
        '#0',
        '@injectable',
        "import { inject } from '@countersign/core'",
      ),
    );
    expect(() => warm([], { providers: deep })).toThrow(refused('missing_metadata', 'Deep', '#0'));
    inject(Service)(Deep, undefined, 0);
    expect(() => warm([Outer], { providers: [...deep, ...services] })).not.toThrow();
  });

  it('names a component by its own name too, and a service with who needs it, since a minifier may have renamed both', () => {
    class S {
      constructor(readonly a: Service) {}
    }
    class R {
      constructor(readonly s: S) {}
      run() {
        return 'done';
      }
    }
    Tool({ name: 'deploy', description: 'Deploys.' })(R);
    const s = { token: S, useClass: S };
    expect(() => warm([R], { providers: [s, ...services] })).toThrow(
      refused('missing_metadata', /^R \(tool "deploy"\), constructor parameter #0/),
    );
    inject(S)(R, undefined, 0);
    expect(() => warm([R], { providers: [s, ...services] })).toThrow(
      refused('missing_metadata', /^R \(tool "deploy"\) → S, constructor parameter #0/),
    );
    inject(Service)(S, undefined, 0);
    expect(() => warm([R], { providers: [s] })).toThrow(
      refused('missing_metadata', /^R \(tool "deploy"\) → S, .* needs Service/),
    );
    expect(() => warm([R], { providers: [s, ...services] })).not.toThrow();
  });

  it('refuses a class that nobody provides, and constructs none by itself', () => {
    const cure = ['{ token: Service, useClass: Service }', "scope: 'call'"];
    expect(() => warm([NeedsService])).toThrow(
      refused('missing_metadata', 'NeedsService, constructor parameter #0', ...cure),
    );
    expect(() => warm([NeedsService], { providers: services })).not.toThrow();
    @injectable()
    class Outer {
      constructor(readonly inner: NeedsService) {}
    }
    const inner = { token: NeedsService, useClass: NeedsService };
    expect(() => warm([Outer], { providers: [inner] })).toThrow(
      refused('missing_metadata', 'NeedsService', '#0', ...cure),
    );
    expect(() => warm([Outer], { providers: [inner, ...services] })).not.toThrow();
    const made = { token: 'made', useFactory: (resolver: Resolver) => resolver.resolve(Service) };
    expect(() => warm([], { providers: [made] })).toThrow(
      refused('missing_metadata', 'made', ...cure),
    );
    expect(() => warm([], { providers: [made, ...services] })).not.toThrow();
    class Later {
      constructor(readonly service: unknown) {}
    }
    inject(delay(() => Service) as never)(Later, undefined, 0);
    expect(() => warm([Later])).toThrow(refused('missing_metadata', 'Later', '#0', ...cure));
    expect(() => warm([Later], { providers: services })).not.toThrow();
  });

  it("takes a class from the given container, from its parents, and from tsyringe's own decorators", () => {
    const parent = container.createChildContainer();
    parent.registerSingleton(Service);
    expect(() => warm([NeedsService], { container: parent.createChildContainer() })).not.toThrow();
    expect(() => warm([NeedsService])).toThrow(refused('missing_metadata', 'Service'));
    @singleton()
    class Single {}
    @scoped(Lifecycle.ContainerScoped)
    class Scoped {}
    @injectable()
    class Uses {
      constructor(
        readonly single: Single,
        readonly scoped: Scoped,
      ) {}
    }
    expect(() => warm([Uses])).not.toThrow();
  });

  it('leaves out an optional class that nobody provides', () => {
    class Maybe {
      constructor(
        readonly service: unknown,
        readonly later: unknown,
      ) {}
    }
    inject(Service, { isOptional: true })(Maybe, undefined, 0);
    inject(delay(() => Service) as never, { isOptional: true })(Maybe, undefined, 1);
    const resolved = (providers: typeof services) =>
      warm([Maybe], { providers }).scope(contextOf('a')).resolve(Maybe);
    expect(resolved([])).toEqual({ service: undefined, later: undefined });
    expect(resolved(services)).toMatchObject({
      service: { marker: 'service' },
      later: { marker: 'service' },
    });
  });

  it.each([Object, Function, String, Number, Boolean, Array, Promise, undefined])(
    'refuses a parameter whose emitted type is %o',
    (type) => {
      class Vague {
        constructor(readonly value: unknown) {}
      }
      Reflect.defineMetadata('design:paramtypes', [type], Vague);
      expect(() => warm([Vague])).toThrow(
        refused(
          'missing_metadata',
          'Vague',
          '#0',
          type === undefined ? /import cycle.*delay.*Later</ : /import type.*@inject.*Later</,
        ),
      );
      inject('value')(Vague, undefined, 0);
      expect(() => warm([Vague], { providers: [{ token: 'value', useValue: 1 }] })).not.toThrow();
    },
  );

  it('refuses an undefined token with a hint about import cycles, delay and Later', () => {
    class Cyclic {
      constructor(readonly other: unknown) {}
    }
    inject(undefined as never)(Cyclic, undefined, 0);
    expect(() => warm([Cyclic])).toThrow(
      refused('missing_metadata', 'Cyclic', '#0', 'cycle', 'delay', 'Later<Class>'),
    );
    inject(delay(() => undefined as never) as never)(Cyclic, undefined, 0);
    expect(() => warm([Cyclic])).toThrow(refused('missing_metadata', 'Cyclic', '#0', 'delay'));
  });

  it('refuses a token that nothing provides, unless it is optional', () => {
    class Wants {
      constructor(readonly value: unknown) {}
    }
    inject('config')(Wants, undefined, 0);
    expect(() => warm([Wants])).toThrow(
      refused('missing_metadata', 'Wants', '#0', 'config', 'providers'),
    );
    inject('config', { isOptional: true })(Wants, undefined, 0);
    expect(() => warm([Wants])).not.toThrow();
  });

  it('refuses classes that need each other, naming the cycle, and takes delay as the cure', () => {
    class Left {
      constructor(readonly right: Right) {}
    }
    class Right {
      readonly #side = 'right';
      constructor(readonly left: Left) {}
      side() {
        return this.#side;
      }
    }
    inject(Right)(Left, undefined, 0);
    inject(Left)(Right, undefined, 0);
    const providers = [Left, Right].map((part) => ({
      token: part,
      useClass: part as new () => unknown,
    }));
    expect(() => warm([Left], { providers })).toThrow(
      refused('missing_metadata', 'Left → Right → Left', 'delay', 'Later<Class>'),
    );
    inject(delay(() => Right) as never)(Left, undefined, 0);
    const left = warm([Left], { providers }).scope(contextOf('a')).resolve(Left) as Left;
    expect(left.right.side()).toBe('right');
  });

  it.each([
    ['CallContext', []],
    [
      'a provider of scope call',
      [{ token: 'inner', useFactory: () => ({}), scope: 'call' as const }],
    ],
  ])(
    'refuses a provider made once per server that needs %s, directly or through others',
    (_what, inner) => {
      const token = inner.length > 0 ? 'inner' : CallContext;
      class Holds {
        constructor(readonly value: unknown) {}
      }
      inject(token as never)(Holds, undefined, 0);
      class Between {
        constructor(readonly holds: Holds) {}
      }
      inject(Holds)(Between, undefined, 0);
      const holds = { token: Holds, useClass: Holds, scope: 'call' as const };
      for (const [useClass, naming] of [
        [Holds, /inner|CallContext/],
        [Between, 'Holds'],
      ] as const) {
        expect(() =>
          warm([], { providers: [...inner, holds, { token: 'x', useClass, scope: 'call' }] }),
        ).not.toThrow();
        expect(() => warm([], { providers: [...inner, holds, { token: 'x', useClass }] })).toThrow(
          refused('invalid_component', useClass.name, '#0', naming, "scope: 'call'"),
        );
      }
      const useFactory = (resolver: Resolver): unknown => resolver.resolve(token);
      expect(() => warm([], { providers: [...inner, { token: 'made', useFactory }] })).toThrow(
        refused('invalid_component', 'made', "scope: 'call'"),
      );
    },
  );

  it('refuses a constructor that reads the context, and lets one keep it', () => {
    @injectable()
    class Reads {
      readonly era: string;
      constructor(context: CallContext) {
        this.era = context.era;
      }
    }
    expect(() => warm([NeedsContext])).not.toThrow();
    expect(() => warm([Reads])).toThrow(
      refused('invalid_component', 'Reads', 'CallContext.era', 'method'),
    );
  });

  it('reports a constructor that throws by name, with the error as its cause', () => {
    const cause = new Error('no database');
    class Broken {
      constructor() {
        throw cause;
      }
    }
    expect(() => warm([Broken])).toThrow(
      expect.objectContaining({
        code: 'invalid_component',
        message: expect.stringContaining('Broken'),
        cause,
      }),
    );
    expect(() => warm([], { providers: [{ token: 'db', useClass: Broken }] })).toThrow(
      expect.objectContaining({
        code: 'invalid_component',
        message: expect.stringContaining('db'),
        cause,
      }),
    );
  });

  it('makes what is made once per server exactly once, whoever needs it', () => {
    let count = 0;
    class Counted {
      constructor() {
        count++;
      }
    }
    @injectable()
    class Uses {
      constructor(readonly counted: Counted) {}
    }
    const made = warm([Uses], { providers: [{ token: Counted, useClass: Counted }] });
    expect(count).toBe(1);
    made.scope(contextOf('a')).resolve(Uses);
    expect(count).toBe(1);
  });
});

describe('what stays behind', () => {
  it('is nothing: contexts and instances of finished calls can be collected', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const made = warm([NeedsContext], { providers: [{ token: Service, useClass: Service }] });
    const serve = async (call: number) => {
      const context = contextOf(`${call}`);
      const scope = made.scope(context);
      const refs = [new WeakRef(context), new WeakRef(scope.resolve(NeedsContext))];
      await scope.dispose();
      return refs;
    };
    const left = (await Promise.all(Array.from({ length: 100 }, (_, call) => serve(call)))).flat();
    // A WeakRef holds its target until the current job ends.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    expect(left.filter((ref) => ref.deref() !== undefined)).toEqual([]);
    expect(made.scope(contextOf('after')).resolve(NeedsContext)).toBeInstanceOf(NeedsContext);
  });
});

describe('providers', () => {
  it.each<[unknown, string]>([
    [{ token: 'x' }, 'exactly one'],
    [{ token: 'x', useValue: 1, useFactory: () => 1 }, 'exactly one'],
    [{ token: undefined, useValue: 1 }, 'token'],
    [{ token: 'x', useClass: undefined }, 'useClass'],
    [{ token: 'x', useFactory: 1 }, 'useFactory'],
    [{ token: 'x', useFactory: () => 1, scope: 'request' }, 'scope'],
    [{ token: 'x', useValue: 1, scope: 'call' }, 'scope'],
    [{ token: CallContext, useValue: {} }, 'CallContext'],
    [undefined, 'token'],
    [{ token: 'x', useValue: null }, 'useValue must not be null; leave it out'],
    [{ token: 'x', useFactory: () => 1, scope: null }, 'scope must not be null; leave it out'],
    [{ token: 'x', useValue: undefined }, 'useValue is undefined'],
    [{ token: Service, useValue: Service }, 'useValue is the class itself'],
    [{ token: 'x', useClas: Service }, 'no member "useClas"'],
    [{ provide: Service, useClass: Service }, 'has no token but `provide`'],
    [{ provide: Service, token: Service, useClass: Service }, 'no member "provide"'],
    [Service, '{ token: Service, useClass: Service }'],
    [() => new Service(), 'useFactory: () => value'],
    ['db', 'the token "db" alone. Write { token, useValue: value }'],
    [Symbol('db'), 'Write { token, useValue: value }'],
    [services, 'a list in the list. Spread it'],
    [null, 'null, and no provider'],
    [7, 'a number, and no provider'],
  ])('refuses %o by its place in the list, with the right shape', (provider, naming) => {
    const providers = (wrong: unknown) => ({ components: [], providers: [...services, wrong] });
    expect(() => serverContainer(providers({ token: 'y', useValue: 1 }) as never)).not.toThrow();
    expect(() => serverContainer(providers(provider) as never)).toThrow(
      refused('invalid_option', 'providers[1]', naming),
    );
  });

  it('refuses a list with a hole, and what is no list', () => {
    const holed = [...services];
    holed[2] = holed[0] as (typeof services)[0];
    for (const [providers, naming] of [
      [holed, 'providers[1]: undefined'],
      [new Set(services), 'providers must be a list'],
      [{ token: Service, useClass: Service }, 'providers must be a list'],
    ] as const)
      expect(() => serverContainer({ components: [], providers: providers as never })).toThrow(
        refused('invalid_option', naming),
      );
  });

  it('refuses two for one token, naming both places', () => {
    const twice = [...services, { token: 'x', useValue: 1 }, { token: Service, useValue: {} }];
    const start = (providers: readonly Provider[]) =>
      createServer({ name: 's', version: '1', components: [], providers });
    expect(start(twice.slice(0, 2)).describe().components).toEqual([]);
    expect(() => start(twice)).toThrow(
      refused('duplicate', 'providers[0] and providers[2]', 'Service', 'Remove one'),
    );
  });

  it('lets one for what the server itself provides stand in its place', () => {
    const changes = { toolsChanged() {} };
    const providers = [{ token: Changes, useValue: changes }];
    expect(createServer({ name: 's', version: '1', components: [], providers })).toBeTruthy();
  });
});

describe('disposal', () => {
  const log: string[] = [];
  afterEach(() => {
    log.length = 0;
  });

  const disposable = (name: string) =>
    ({
      [name]: class {
        dispose() {
          log.push(name);
        }
      },
    })[name] as new () => { dispose(): void };
  const Kept = disposable('kept');
  const PerCall = disposable('call');
  const Loose = disposable('loose');

  @injectable()
  class Component {
    constructor(
      @inject('kept') readonly kept: object,
      @inject('call') readonly call: object,
      @inject(Loose) readonly loose: object,
    ) {}
    dispose() {
      log.push('component');
    }
  }
  const providers = [
    { token: 'kept', useClass: Kept },
    { token: 'call', useClass: PerCall, scope: 'call' as const },
    { token: Loose, useClass: Loose, scope: 'call' as const },
  ];

  it('ends what the call made, latest first, and nothing that outlives it', async () => {
    const made = warm([Component], { providers });
    const scope = made.scope(contextOf('a'));
    scope.resolve(Component);
    await scope.dispose();
    expect(log).toEqual(['component', 'loose', 'call']);
    await scope.dispose();
    expect(log).toHaveLength(3);
  });

  it('ends a component without dependencies too', async () => {
    const Plain = disposable('plain');
    const scope = warm([Plain]).scope(contextOf('a'));
    scope.resolve(Plain);
    await scope.dispose();
    expect(log).toEqual(['plain']);
  });

  it('ends what the server made when it closes, and leaves values to their owner', async () => {
    const value = new (disposable('value'))();
    const made = warm([Component], {
      providers: [
        ...providers,
        { token: 'value', useValue: value },
        { token: 'factory', useFactory: () => new (disposable('factory'))() },
      ],
    });
    expect(log).toEqual([]);
    await made.close();
    expect(log.filter((name) => name === 'kept')).toHaveLength(1);
    expect(log.slice(-2)).toEqual(['factory', 'kept']);
    expect(log).not.toContain('value');
  });

  it('reports a dispose that throws or rejects, and goes on with the others', async () => {
    const errors: unknown[] = [];
    @injectable()
    class Failing {
      constructor(
        @inject('call') readonly call: object,
        @inject('rejects') readonly rejects: object,
      ) {}
      dispose() {
        throw new Error('sync');
      }
    }
    const made = warm([Failing], {
      providers: [
        ...providers,
        {
          token: 'rejects',
          useFactory: () => ({ dispose: () => Promise.reject(new Error('async')) }),
          scope: 'call',
        },
      ],
      onDisposeError: (error) => errors.push((error as Error).message),
    });
    const scope = made.scope(contextOf('a'));
    scope.resolve(Failing);
    await scope.dispose();
    expect(errors).toEqual(['sync', 'async']);
    expect(log).toEqual(['call']);
  });

  it('leaves the singletons of the given container open when a call ends', async () => {
    const users = container.createChildContainer();
    users.registerSingleton('single', disposable('single'));
    @injectable()
    class Uses {
      constructor(@inject('single') readonly single: object) {}
    }
    const made = warm([Uses], { container: users });
    const scope = made.scope(contextOf('a'));
    scope.resolve(Uses);
    await scope.dispose();
    await made.close();
    expect(log).toEqual([]);
  });
});
