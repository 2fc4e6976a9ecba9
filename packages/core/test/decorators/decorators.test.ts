import { describe, expect, it } from 'vitest';
import { ask } from '../../src/asks/ask.js';
import { Compute } from '../../src/decorators/compute.js';
import { Elicit } from '../../src/decorators/elicit.js';
import { Prompt } from '../../src/decorators/prompt.js';
import { Resource } from '../../src/decorators/resource.js';
import { Roots } from '../../src/decorators/roots.js';
import { Sample } from '../../src/decorators/sample.js';
import { Tool } from '../../src/decorators/tool.js';
import { BARE } from '../../src/metadata/keys.js';
import { scan } from '../../src/metadata/scan.js';

type Untyped = (...args: unknown[]) => unknown;
const steps = { Elicit, Sample, Roots, Compute } as unknown as Record<string, Untyped>;
const components = { Tool, Prompt, Resource } as unknown as Record<string, Untyped>;
// biome-ignore lint/suspicious/noExplicitAny: puts a decorator where its type refuses it
const untyped = (decorator: unknown) => decorator as any;

describe('the decorators', () => {
  it('record what they were given, in the order of declaration, and leave class and methods alone', () => {
    const options = { name: 't', description: 'd' };
    @Tool(options)
    class Recorded {
      @Compute({ version: 2 }) first() {
        return 1;
      }
      @Elicit({ attempts: 5 }) second() {
        return ask.nothing;
      }
      @Sample() third() {
        return ask.nothing;
      }
      @Roots() fourth() {
        return ask.nothing;
      }
      run() {
        return this.first();
      }
    }
    const { components: own, steps: recorded } = scan(Recorded);
    expect(own).toEqual([{ kind: 'tool', options }]);
    expect(recorded.map(({ key, kind, options: given, on }) => [key, kind, given, on])).toEqual([
      ['first', 'compute', { version: 2 }, 'method'],
      ['second', 'elicit', { attempts: 5 }, 'method'],
      ['third', 'sample', {}, 'method'],
      ['fourth', 'roots', {}, 'method'],
    ]);
    expect(new Recorded().run()).toBe(1);
  });

  it('record options as written and check none: that is for start', () => {
    const wrong = untyped(Elicit)({ attempts: -1, nonsense: true });
    class Wrong {
      @wrong ask() {}
    }
    expect(scan(Wrong).steps).toMatchObject([{ options: { attempts: -1, nonsense: true } }]);
  });

  it('never let a decorated field, accessor or static member vanish, whatever becomes of its value', () => {
    class Fields {
      @untyped(Elicit()) plain: unknown;
      @untyped(Elicit()) asserted!: unknown;
      @untyped(Elicit()) declare declared: unknown;
      @untyped(Elicit()) initialised = () => undefined;
      @untyped(Elicit()) get accessor() {
        return undefined;
      }
      @untyped(Elicit()) static fixed() {}
    }
    expect(scan(Fields).steps.map(({ key, on }) => [key, on])).toEqual([
      ['plain', 'field'],
      ['asserted', 'field'],
      ['declared', 'field'],
      ['initialised', 'field'],
      ['accessor', 'accessor'],
      ['fixed', 'static member'],
    ]);
  });

  it('record themselves when written without parentheses, instead of replacing what they stand on', () => {
    @untyped(Tool)
    class Bare {
      @untyped(Elicit) ask() {
        return 'kept';
      }
    }
    expect(new Bare().ask()).toBe('kept');
    expect(scan(Bare)).toMatchObject({
      components: [{ kind: 'tool', options: BARE }],
      steps: [{ key: 'ask', options: BARE, on: 'method' }],
    });
  });

  describe('refuse standard decorators at once, with what to set in each tool', () => {
    const context = (kind: string, name: string) => ({
      kind,
      name,
      metadata: {},
      addInitializer() {},
    });
    const refusal = (naming: string) =>
      expect.objectContaining({
        code: 'standard_decorators',
        message: expect.stringMatching(
          new RegExp(`${naming}.*"experimentalDecorators": true.*esbuild.*tsx.*swc.*vitest`),
        ),
      });

    it.each(Object.entries(components))('@%s on a class', (_name, decorator) => {
      class Modern {}
      const decorate = decorator({ name: 'x', description: 'x', uri: 'x://y' }) as Untyped;
      expect(() => decorate(Modern, context('class', 'Modern'))).toThrow(refusal('class Modern'));
      expect(() => decorator(Modern, context('class', 'Modern'))).toThrow(refusal('class Modern'));
      expect(scan(Modern).components).toEqual([]);
      expect(() => decorate(Modern)).not.toThrow();
    });

    it.each(Object.entries(steps))(
      '@%s on a method, a field and an accessor',
      (_name, decorator) => {
        for (const kind of ['method', 'field', 'accessor', 'getter']) {
          expect(() => (decorator() as Untyped)(() => undefined, context(kind, 'confirm'))).toThrow(
            refusal(`${kind} confirm`),
          );
          expect(() => decorator(() => undefined, context(kind, 'confirm'))).toThrow(
            refusal(`${kind} confirm`),
          );
        }
      },
    );
  });
});
