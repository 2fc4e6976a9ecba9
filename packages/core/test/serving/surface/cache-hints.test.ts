import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Answers,
  ask,
  type CacheHint,
  type ComponentClass,
  createServer,
  Elicit,
  form,
  Resource,
  type ServerOptions,
  Tool,
} from '../../../src/index.js';
import { accept, call } from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';

const Allow = form(z.object({ allow: z.boolean() }));

@Resource({ uri: 'open://plain', name: 'plain' })
class Plain {
  run() {
    return 'plain';
  }
}
@Resource({ uri: 'open://own', name: 'own', cacheHint: { ttlMs: 5, cacheScope: 'public' } })
class Own {
  run() {
    return 'own';
  }
}
@Resource({ uri: 'open://said', name: 'said' })
class Said {
  run() {
    return { contents: [{ uri: 'open://said', text: 'said' }], ttlMs: 77, cacheScope: 'public' };
  }
}
const asking = (cacheHint?: CacheHint) => {
  @Resource({ uri: 'shut://asks/{who}', name: 'asks', ...(cacheHint && { cacheHint }) })
  class Asks {
    @Elicit() allow({ who }: { who: string }) {
      return who === 'nobody' ? ask.nothing : ask.form('Show it?', Allow);
    }
    run({ who }: { who: string }, { allow }: Answers<Asks>) {
      return {
        contents: [{ uri: `shut://asks/${who}`, text: String(allow?.allow) }],
        ttlMs: 77,
        cacheScope: 'public',
      };
    }
    declined() {
      return { contents: [], ttlMs: 77, cacheScope: 'public' };
    }
  }
  return Asks;
};
@Resource({ uri: 'shut://scoped', name: 'scoped', scopes: ['board'] })
class Scoped {
  run() {
    return 'scoped';
  }
}
@Resource({ uri: 'shut://hidden', name: 'hidden', visible: () => true })
class Hidden {
  run() {
    return 'hidden';
  }
}
@Tool({ name: 'hidden', description: 'Is there for some.', visible: () => true })
class HiddenTool {
  run() {
    return 'hidden';
  }
}

const make = (components: ComponentClass[], more: Partial<ServerOptions> = {}) =>
  createServer({ name: 's', version: '1', components, state: { codec: testCodec() }, ...more });
const problem = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
  return 'none';
};
const publicly = { cacheScope: 'public' } as const;

describe('a public hint', () => {
  it.each([
    ['asks', asking(), 'it asks its caller'],
    ['has scopes', Scoped, 'it has scopes'],
    ['has visible', Hidden, 'it has visible'],
  ])(
    'for reads is refused where a resource %s, unless it has a private one of its own',
    (_, component, why) => {
      const all = { 'resources/read': publicly };
      expect(problem(() => make([Plain], { cacheHints: all }))).toBe('none');
      const said = problem(() => make([Plain, component], { cacheHints: all }));
      expect(said).toMatch(
        /^invalid_option: createServer: cacheHints\["resources\/read"\] is public/,
      );
      expect(said).toContain(why);
      expect(said).toContain("give that one cacheHint: { cacheScope: 'private' }");
      expect(
        problem(() => make([Plain, asking({ cacheScope: 'private' })], { cacheHints: all })),
      ).toBe('none');
    },
  );

  it('of its own is refused to a resource that asks', () => {
    expect(problem(() => make([asking({ ttlMs: 5 })]))).toBe('none');
    expect(problem(() => make([asking(publicly)]))).toBe(
      "invalid_option: Asks: cacheHint is public, but it asks its caller; say cacheScope: 'private'",
    );
  });

  it.each([
    ['tools/list', HiddenTool],
    ['resources/list', Hidden],
  ] as const)('for %s is refused where a component decides who sees it', (method, component) => {
    expect(problem(() => make([component], { cacheHints: { [method]: { ttlMs: 5 } } }))).toBe(
      'none',
    );
    expect(problem(() => make([component], { cacheHints: { 'prompts/list': publicly } }))).toBe(
      'none',
    );
    expect(problem(() => make([component], { cacheHints: { [method]: publicly } }))).toMatch(
      /^invalid_option: .* is public, and Hidden.* decides by visible who sees it/,
    );
  });
});

describe('a read', () => {
  const cacheHints = {
    'resources/read': { ttlMs: 9 },
    'server/discover': { ttlMs: 3, ...publicly },
  } as const;
  const read = async (components: ComponentClass[], uri: string, more: object = {}) => {
    const server = make(components, { cacheHints });
    const { url } = await server.listen();
    const { body } = await call(url, { method: 'resources/read', params: { uri, ...more } });
    await server.close({ graceMs: 0 });
    return body.result;
  };

  it('has the hint of the server, under that of the resource, under what the author said', async () => {
    const all = [Plain, Own, Said];
    expect(await read(all, 'open://plain')).toMatchObject({ ttlMs: 9, cacheScope: 'private' });
    expect(await read(all, 'open://own')).toMatchObject({ ttlMs: 5, cacheScope: 'public' });
    expect(await read(all, 'open://said')).toMatchObject({ ttlMs: 77, cacheScope: 'public' });
  });

  it('of a resource that asks is private, whatever its author said', async () => {
    expect(await read([asking()], 'shut://asks/nobody')).toMatchObject({
      ttlMs: 77,
      cacheScope: 'private',
    });
  });

  it.each([
    ['answered', accept({ allow: true })],
    ['declined', { action: 'decline' }],
  ])('into which state and answers went is never cached, whether %s', async (_, answer) => {
    const Asks = asking();
    const asked = await read([Asks], 'shut://asks/you');
    expect(asked.resultType).toBe('input_required');
    expect(asked).not.toHaveProperty('ttlMs');
    const done = await read([Asks], 'shut://asks/you', {
      requestState: asked.requestState,
      inputResponses: { allow: answer },
    });
    expect(done).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
  });

  it('of a resource that does not ask is never cached either, once answers came with it', async () => {
    expect(
      await read([Own], 'open://own', { inputResponses: { allow: accept({ allow: true }) } }),
    ).toMatchObject({
      ttlMs: 0,
      cacheScope: 'private',
    });
  });
});
