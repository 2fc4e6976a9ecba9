import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  again,
  ask,
  Compute,
  createServer,
  Elicit,
  form,
  Helper,
  memoryLedger,
  Prompt,
  Resource,
  Tool,
} from '../../../src/index.js';
import { keyRing } from '../../../src/state/keyring.js';
import { testServer } from '../../support/serving.js';

// biome-ignore lint/suspicious/noExplicitAny: passes what the types refuse, as JavaScript can
const untyped = (given: unknown): any => given;
const LEAVE_IT_OUT = 'must not be null; leave it out';
const server = { name: 's', version: '1', components: [] };
const verifier = { verifyAccessToken: async () => undefined };
const resource = 'https://s.example/mcp';
const authorizationServers = ['https://as.example'];

class Run {
  run() {
    return 'x';
  }
}
const start = (decorator: unknown, options: object) => {
  const component = class Made extends Run {};
  untyped(decorator)(options)(component);
  return createServer({ ...server, components: [component] });
};

describe('null in an option', () => {
  it.each([
    'title',
    'description',
    'icons',
    'websiteUrl',
    'instructions',
    'providers',
    'container',
    'state',
    'auth',
    'http',
    'pageSize',
    'cacheHints',
    'bus',
    'subscriptions',
    'legacy',
    'use',
    'ledger',
    'logger',
    'onEvent',
    'clock',
    'random',
  ])('is refused by createServer with one sentence: %s', (name) => {
    expect(() => createServer(untyped({ ...server, [name]: undefined }))).not.toThrow();
    expect(() => createServer(untyped({ ...server, [name]: null }))).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: `createServer: ${name} ${LEAVE_IT_OUT}`,
      }),
    );
  });

  it.each<[string, object]>([
    ['state.codec', { state: { codec: null } }],
    ['state.audience', { state: { audience: null } }],
    ['state.holdMs', { state: { holdMs: null } }],
    ['auth.verifier', { auth: { verifier: null } }],
    ['auth.requiredScopes', { auth: { verifier, requiredScopes: null } }],
    [
      'auth.metadata.scopesSupported',
      { auth: { verifier, resource, metadata: { authorizationServers, scopesSupported: null } } },
    ],
    ['http.allowedHosts', { http: { allowedHosts: null } }],
    ['cacheHints.tools/list', { cacheHints: { 'tools/list': null } }],
    ['subscriptions.max', { subscriptions: { max: null } }],
  ])('is refused inside others: %s', (name, options) => {
    expect(() => createServer(untyped({ ...server, ...options }))).toThrow(
      `createServer: ${name} ${LEAVE_IT_OUT}`,
    );
  });

  it.each<[string, unknown, object]>([
    ['scopes', Tool, { scopes: null }],
    ['once', Tool, { once: null }],
    ['use', Tool, { use: null }],
    ['input', Tool, { input: null }],
    ['output', Tool, { output: null }],
    ['visible', Tool, { visible: null }],
    ['title', Prompt, { title: null }],
    ['mimeType', Resource, { uri: 'x://y', mimeType: null }],
    ['cacheHint', Resource, { uri: 'x://y', cacheHint: null }],
  ])('is refused by the decorator of a component: %s', (name, decorator, options) => {
    const named = { name: 'x', description: 'X.' };
    expect(() => start(decorator, { ...named, ...options })).toThrow(`${name} ${LEAVE_IT_OUT}`);
  });

  it('is refused by the decorator of a step or helper, and for all of their options', () => {
    class Asking extends Run {}
    const step = (decorator: unknown, options: unknown) => {
      class Made extends Run {
        step() {
          return 1;
        }
      }
      untyped(decorator)(options)(
        Made.prototype,
        'step',
        Object.getOwnPropertyDescriptor(Made.prototype, 'step'),
      );
      untyped(Tool)({ name: 'x', description: 'X.' })(Made);
      return () => createServer({ ...server, components: [Made] });
    };
    expect(new Asking().run()).toBe('x');
    for (const [name, decorator, options] of [
      ['presupplied', Elicit, { presupplied: null }],
      ['attempts', Elicit, { attempts: null }],
      ['schema', Compute, { schema: null }],
      ['readable', Compute, { readable: null }],
    ] as const)
      expect(step(decorator, options)).toThrow(`${name} ${LEAVE_IT_OUT}`);
    for (const decorator of [Elicit, Compute, Helper])
      expect(step(decorator, null)).toThrow(`options ${LEAVE_IT_OUT}`);
  });

  it('is refused by every other function that takes options', async () => {
    const yes = form(z.object({ yes: z.boolean() }));
    for (const [call, problem] of [
      [() => memoryLedger(untyped(null)), 'memoryLedger: options'],
      [() => memoryLedger(untyped({ maxClaims: null })), 'memoryLedger: maxClaims'],
      [() => again(1, untyped({ afterMs: null })), 'again(): afterMs'],
      [() => ask.form('Sure?', yes, untyped({ optional: null })), 'ask.form(): optional'],
      [() => ask.form('Sure?', yes, untyped(null)), 'ask.form(): options'],
      [() => ask.url('Look.', 'https://a.example', untyped(null)), 'ask.url(): options'],
      [() => ask.confirm('Sure?', untyped({ type: null })), 'ask.confirm(): type'],
    ] as const)
      expect(call).toThrow(`${problem} ${LEAVE_IT_OUT}`);
    const { server: made } = testServer({ components: [] });
    const request = new Request('http://127.0.0.1/mcp');
    for (const [call, problem] of [
      [() => made.listen(untyped(null)), 'listen'],
      [() => made.listen(untyped({ port: null })), 'listen.port'],
      [() => made.fetch(request, untyped({ authInfo: null })), 'fetch.authInfo'],
      [() => made.stdio(untyped({ stdin: null })), 'stdio.stdin'],
      [() => made.close(untyped({ graceMs: null })), 'close.graceMs'],
    ] as const)
      await expect(call()).rejects.toThrow(`createServer: ${problem} ${LEAVE_IT_OUT}`);
    await made.close();
  });
});

describe('a list with a hole', () => {
  const key = new Uint8Array(32).fill(1);
  const other = new Uint8Array(32).fill(2);
  // biome-ignore-start lint/suspicious/noSparseArray: the mistake under test
  it('is refused by the place of the hole, keys and components alike', () => {
    expect(keyRing([key, other]).keys).toHaveLength(2);
    expect(() => keyRing(untyped([key, , other]))).toThrow(
      'keys[1]: expected Uint8Array, got undefined',
    );
    expect(() => keyRing(untyped([key, null]))).toThrow('keys[1]: expected Uint8Array');
    expect(() => createServer(untyped({ ...server, components: [, Run] }))).toThrow(
      'components[0]: not a class',
    );
    for (const options of [{ scopes: ['a', , 'b'] }, { icons: [, { src: 'https://a.example/i' }] }])
      expect(() => start(Tool, { name: 'x', description: 'X.', ...options })).toThrow(
        /Made: @Tool: (scopes|icons) must be a list/,
      );
    expect(() => createServer(untyped({ ...server, state: { codec: [,] } }))).toThrow(
      expect.objectContaining({ code: 'state_codec' }),
    );
  });
  // biome-ignore-end lint/suspicious/noSparseArray: the mistake under test
});
