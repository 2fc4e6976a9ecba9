import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type UriTemplate, uriTemplate } from '../../src/blueprint/uri-template.js';

const template = (source: string): UriTemplate => {
  const compiled = uriTemplate(source);
  if ('problem' in compiled) throw new Error(compiled.problem);
  return compiled;
};
const match = (source: string, uri: string) => {
  const found = template(source).match(uri);
  return found === undefined ? undefined : { ...found };
};

describe('uriTemplate', () => {
  it.each([
    ['x://{id}', 'x://7', { id: '7' }],
    ['x://{id}/data', 'x://7/data', { id: '7' }],
    ['x://{owner}/{repo}', 'x://ann/tool', { owner: 'ann', repo: 'tool' }],
    ['x://{name}.{ext}', 'x://a.tar.gz', { name: 'a', ext: 'tar.gz' }],
    ['x://{name}.gz', 'x://a.gz.gz', { name: 'a.gz' }],
    ['x://{+path}', 'x://a/b/c?d#e', { path: 'a/b/c?d#e' }],
    ['x://files/{+path}/raw', 'x://files/a/raw/raw', { path: 'a/raw' }],
    ['x://{id}', 'x://a%2Fb%20%C3%A9', { id: 'a/b é' }],
    ['x://{__proto__}/{constructor}', 'x://a/b', { ['__proto__']: 'a', constructor: 'b' }],
  ])('reads %s from %s', (source, uri, expected) => {
    expect(match(source, uri)).toEqual(expected);
  });

  it.each([
    ['x://{id}', 'x://'],
    ['x://{id}', 'x://a/b'],
    ['x://{id}', 'x://a?b'],
    ['x://{id}', 'x://a#b'],
    ['x://{id}', 'y://a'],
    ['x://{id}/data', 'x:///data'],
    ['x://{id}/data', 'x://7/data/more'],
    ['x://{id}/data', 'x://7/dat'],
    ['x://{id}', 'x://%zz'],
    ['x://{id}', 'x://%C3'],
    ['x://{a}-{b}-z', 'x://1-z'],
  ])('does not read %s from %s', (source, uri) => {
    expect(match(source, uri)).toBeUndefined();
  });

  it.each([
    'x://{',
    'x://}',
    'x://{}',
    'x://{a',
    'x://{a}{b}',
    'x://{a}/{a}',
    'x://{a,b}',
    'x://{?q}',
    'x://{/p}',
    'x://{#f}',
    'x://{a*}',
    'x://{a:3}',
    'x://{{a}}',
    'x://{a b}',
    'x://a',
  ])('refuses %s', (source) => {
    expect(uriTemplate(source)).toEqual({ problem: expect.any(String) });
  });

  it('reads back whatever was percent-encoded into it', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(
          match(
            'x://{a}/mid/{b}/end',
            `x://${encodeURIComponent(a)}/mid/${encodeURIComponent(b)}/end`,
          ),
        ).toEqual({ a, b });
      }),
    );
  });

  it('takes time in proportion to a hostile URI, not in a power of its length', () => {
    const compiled = template('x://{a}-{b}-{c}-{d}-{e}-{f}/end');
    const hostile = `x://${'-'.repeat(1_000_000)}`;
    const started = performance.now();
    expect(compiled.match(hostile)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(1000);
    expect(compiled.match('x://1-2-3-4-5-6/end')).toBeDefined();
  });
});
