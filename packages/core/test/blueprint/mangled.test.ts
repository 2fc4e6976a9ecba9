import { describe, expect, it } from 'vitest';
import { compileComponent } from '../../src/blueprint/compile.js';
import { ask, Elicit, Tool } from '../../src/index.js';
import { noCompiler } from '../support/compile-json-schema.js';

// biome-ignore lint/suspicious/noExplicitAny: what a compiler emits, without its types
const untyped = (given: unknown): any => given;

describe('a class whose properties a minifier mangled', () => {
  it('is refused at start, saying what renamed it', () => {
    // As emitted: the decorator has the name as a text, which mangling leaves as it was.
    const build = (method: string, body: string) => {
      const Deploy = class Deploy {};
      for (const [name, value] of Object.entries({
        [method]: () => ask.url('Look.', 'https://a.example/'),
        [body]: () => 'x',
      }))
        Object.defineProperty(Deploy.prototype, name, { value, configurable: true });
      const { prototype } = Deploy;
      const member = Object.getOwnPropertyDescriptor(prototype, 'confirm');
      untyped(Elicit())(prototype, 'confirm', member);
      untyped(Tool({ name: 'deploy', description: 'Deploys.' }))(Deploy);
      return () => compileComponent(Deploy, noCompiler);
    };
    expect(build('confirm', 'run')).not.toThrow();
    expect(build('a', 'run')).toThrow(/Deploy\.confirm: .*let none mangle properties/);
    expect(build('confirm', 'b')).toThrow(/Deploy\.run: .*let none mangle properties/);
  });
});
