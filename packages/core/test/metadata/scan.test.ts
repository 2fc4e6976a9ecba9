import { describe, expect, it } from 'vitest';
import { recordComponent, recordStep } from '../../src/metadata/define.js';
import { METADATA } from '../../src/metadata/keys.js';
import { scan } from '../../src/metadata/scan.js';

const step = (
  target: { prototype: object },
  key: string | symbol,
  options: unknown = {},
  kind: 'elicit' | 'compute' = 'elicit',
) => recordStep(target.prototype, key, { value: () => undefined }, { kind, options });

describe('scan', () => {
  it('lists steps in the order recorded, base class first', () => {
    class Base {}
    class Sub extends Base {}
    step(Sub, 'third');
    step(Base, 'first');
    step(Base, 'second');
    expect(scan(Sub).steps.map(({ key }) => key)).toEqual(['first', 'second', 'third']);
  });

  it('keeps the step of a method that a subclass overrides without a decorator', () => {
    class Base {}
    class Sub extends Base {
      ask() {}
    }
    step(Base, 'ask', { attempts: 2 });
    expect(scan(Sub).steps).toMatchObject([
      { key: 'ask', options: { attempts: 2 }, declaredBy: 'Base' },
    ]);
  });

  it('replaces options and kind where a subclass decorates the override, in the place of the base', () => {
    class Base {}
    class Sub extends Base {}
    step(Base, 'ask', { attempts: 2 });
    step(Base, 'other');
    step(Sub, 'ask', { version: 3 }, 'compute');
    expect(scan(Sub).steps).toMatchObject([
      { key: 'ask', kind: 'compute', options: { version: 3 }, declaredBy: 'Sub' },
      { key: 'other', kind: 'elicit' },
    ]);
  });

  it('leaves the base, and its other subclasses, as they were when a subclass is decorated', () => {
    class Base {}
    class Sub extends Base {}
    class Sibling extends Base {}
    step(Base, 'ask', { attempts: 2 });
    step(Sub, 'ask', { attempts: 9 });
    step(Sub, 'more');
    recordComponent(Sub, { kind: 'tool', options: {} });
    for (const untouched of [Base, Sibling]) {
      expect(scan(untouched).steps).toMatchObject([{ key: 'ask', options: { attempts: 2 } }]);
      expect(scan(untouched).components).toEqual([]);
    }
    expect(scan(Sub).steps).toHaveLength(2);
  });

  it('does not inherit a component decorator, but names the base that has one', () => {
    class Base {}
    class Middle extends Base {}
    class Sub extends Middle {}
    recordComponent(Base, { kind: 'prompt', options: {} });
    expect(scan(Base)).toMatchObject({
      components: [{ kind: 'prompt' }],
      decoratedBase: undefined,
    });
    expect(scan(Sub)).toMatchObject({ components: [], decoratedBase: 'Base' });
  });

  it('counts the step decorators of one member within one class only', () => {
    class Base {}
    class Sub extends Base {}
    step(Base, 'ask');
    step(Sub, 'ask');
    expect(scan(Sub).steps[0]).toMatchObject({ decorators: 1 });
    step(Sub, 'ask');
    expect(scan(Sub).steps[0]).toMatchObject({ decorators: 2 });
  });

  it('tells methods, accessors, fields and static members apart, and symbols by identity', () => {
    class Holder {}
    const one = Symbol('same');
    const two = Symbol('same');
    recordStep(
      Holder.prototype,
      'method',
      { value: () => undefined },
      { kind: 'elicit', options: {} },
    );
    recordStep(
      Holder.prototype,
      'accessor',
      { get: () => undefined },
      { kind: 'elicit', options: {} },
    );
    recordStep(Holder.prototype, 'field', undefined, { kind: 'elicit', options: {} });
    recordStep(Holder, 'method', { value: () => undefined }, { kind: 'elicit', options: {} });
    step(Holder, one);
    step(Holder, two);
    expect(scan(Holder).steps.map(({ key, on }) => [key, on])).toEqual([
      ['method', 'method'],
      ['accessor', 'accessor'],
      ['field', 'field'],
      [one, 'method'],
      [two, 'method'],
      ['method', 'static member'],
    ]);
  });

  it('reads what another copy of this package recorded', () => {
    class Foreign {}
    Object.defineProperty(Foreign, Symbol.for('countersign.metadata'), {
      value: {
        components: [{ kind: 'tool', options: { name: 'x' } }],
        steps: [{ key: 'ask', kind: 'elicit', options: {}, on: 'method' }],
      },
    });
    expect(scan(Foreign)).toMatchObject({
      components: [{ kind: 'tool' }],
      steps: [{ key: 'ask' }],
    });
  });

  it('hands out data of its own: changing a scan changes no class', () => {
    class Plain {}
    recordComponent(Plain, { kind: 'tool', options: {} });
    (scan(Plain).components as unknown[]).length = 0;
    expect(scan(Plain).components).toHaveLength(1);
    expect(Object.keys(Plain)).toEqual([]);
    expect(Object.hasOwn(Plain, METADATA)).toBe(true);
  });
});
