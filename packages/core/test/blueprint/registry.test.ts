import { describe, expect, it } from 'vitest';
import type { ComponentClass } from '../../src/blueprint/blueprint.js';
import { compileAll } from '../../src/blueprint/registry.js';
import { Prompt } from '../../src/decorators/prompt.js';
import { Resource } from '../../src/decorators/resource.js';
import { Tool } from '../../src/decorators/tool.js';
import { compileJsonSchema } from '../support/compile-json-schema.js';

class Body {
  run() {
    return 'x';
  }
}
const component = (className: string, decorate: (target: typeof Body) => void): ComponentClass => {
  const made = { [className]: class extends Body {} }[className] as typeof Body;
  decorate(made);
  return made;
};
const tool = (className: string, name: string) =>
  component(className, Tool({ name, description: 'd' }));
const prompt = (className: string, name: string) => component(className, Prompt({ name }));
const resource = (className: string, uri: string) =>
  component(className, Resource({ uri, name: 'same' }) as (target: typeof Body) => void);
const registry = (...components: ComponentClass[]) => compileAll(components, compileJsonSchema);

describe('compileAll', () => {
  it('sorts components by kind and keeps the order given', () => {
    const made = registry(
      tool('A', 'a'),
      prompt('P', 'a'),
      resource('F', 'x://a'),
      resource('T', 'x://{id}'),
      tool('B', 'b'),
    );
    expect([...made.tools.keys()]).toEqual(['a', 'b']);
    expect([...made.prompts.keys()]).toEqual(['a']);
    expect([...made.resources.keys()]).toEqual(['x://a']);
    expect(made.templates.map(({ className }) => className)).toEqual(['T']);
    expect(made.blueprints.map(({ className }) => className)).toEqual(['A', 'P', 'F', 'T', 'B']);
  });

  it('finds a fixed resource before a template, and templates in the order given', () => {
    const made = registry(
      resource('Id', 'x://{id}'),
      resource('Rest', 'x://{+rest}'),
      resource('Fixed', 'x://a'),
    );
    const found = (uri: string) => {
      const hit = made.resource(uri);
      return hit && [hit.blueprint.className, { ...hit.variables }];
    };
    expect(found('x://a')).toEqual(['Fixed', {}]);
    expect(found('x://b')).toEqual(['Id', { id: 'b' }]);
    expect(found('x://b/c')).toEqual(['Rest', { rest: 'b/c' }]);
    expect(found('y://b')).toBeUndefined();
    expect(found('__proto__')).toBeUndefined();
  });

  it.each([
    ['tools', tool('First', 'x'), tool('Second', 'x')],
    ['prompts', prompt('First', 'x'), prompt('Second', 'x')],
    ['fixed resources', resource('First', 'x://a'), resource('Second', 'x://a')],
    [
      'templates that differ in names of variables only',
      resource('First', 'x://{a}/y'),
      resource('Second', 'x://{b}/y'),
    ],
  ])('refuses duplicate %s, naming both classes', (_what, first, second) => {
    expect(() => registry(first)).not.toThrow();
    expect(() => registry(first, second)).toThrow(
      expect.objectContaining({
        code: 'duplicate',
        message: expect.stringMatching(/First and Second/),
      }),
    );
    expect(() => registry(first, first)).toThrow(
      expect.objectContaining({ code: 'duplicate', message: expect.stringMatching(/First twice/) }),
    );
  });

  it('refuses an entry that is no class, with its position', () => {
    const entry = (value: unknown) => () => registry(tool('A', 'a'), value as ComponentClass);
    for (const value of [undefined, null, {}, 'Deploy']) {
      expect(entry(value)).toThrow(
        expect.objectContaining({
          code: 'invalid_component',
          message: expect.stringContaining('components[1]'),
        }),
      );
    }
    expect(entry(undefined)).toThrow(/import cycle/);
  });
});
