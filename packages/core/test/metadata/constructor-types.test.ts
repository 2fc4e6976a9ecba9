import { inject, injectable } from 'tsyringe';
import { describe, expect, it } from 'vitest';
import { constructorParams } from '../../src/metadata/constructor-types.js';

class Service {}
class Other {}

@injectable()
class Decorated {
  constructor(
    readonly service: Service,
    readonly text: string = '',
    readonly other?: Other,
  ) {}
}

describe('constructorParams', () => {
  it('reads the emitted type of each parameter, and which have a default', () => {
    expect(constructorParams(Decorated)).toEqual([
      { injected: undefined, emitted: { type: Service }, hasDefault: false },
      { injected: undefined, emitted: { type: String }, hasDefault: true },
      { injected: undefined, emitted: { type: Other }, hasDefault: true },
    ]);
  });

  it("reads tsyringe's tokens, under the key that tsyringe 4.10 uses", () => {
    class Plain {
      constructor(readonly service: unknown) {}
    }
    inject('service')(Plain, undefined, 0);
    expect(constructorParams(Plain)).toEqual([
      {
        injected: { token: { token: 'service', multiple: false, isOptional: undefined } },
        emitted: undefined,
        hasDefault: false,
      },
    ]);
  });

  it('counts the parameters of a class without metadata', () => {
    class Bare {
      constructor(
        readonly a: Service,
        readonly b: Other,
      ) {}
    }
    expect(constructorParams(Bare)).toEqual(
      Array(2).fill({ injected: undefined, emitted: undefined, hasDefault: false }),
    );
  });

  it('sees nothing of a class without metadata whose parameters all have defaults', () => {
    class Hidden {
      constructor(readonly a = new Service()) {}
    }
    expect(Hidden.length).toBe(0);
    expect(constructorParams(Hidden)).toEqual([]);
  });

  it("gives a class without a constructor its base's parameters, also when a compiler wrote one for its fields", () => {
    class Implicit extends Decorated {}
    // What compilers write to move field initialisers into the constructor; kept from the compiler and formatter at hand.
    const fields = new Function(
      'Base',
      'return class Fields extends Base { constructor() { super(...arguments); this.extra = 1; } }',
    );
    const Fields = fields(Decorated) as typeof Decorated;
    expect(new Fields(new Service())).toMatchObject({ extra: 1, service: {} });
    expect(constructorParams(Implicit)).toHaveLength(3);
    expect(constructorParams(Fields)).toHaveLength(3);
  });

  it('gives a class with a constructor its own parameters only', () => {
    class Own extends Decorated {
      constructor() {
        super(new Service());
      }
    }
    expect(constructorParams(Own)).toEqual([]);
  });
});
