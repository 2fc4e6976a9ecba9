import { describe, expect, it } from 'vitest';
import { saysYes } from '../src/fuzz/consent.js';
import type { Input } from '../src/fuzz/damage.js';
import { problemOf } from '../src/fuzz/judge.js';
import { DEFAULT_SEED, readOptions } from '../src/fuzz/options.js';
import { fuzz } from '../src/fuzz/run.js';
import type { Seen } from '../src/fuzz/seen.js';

const input = (message: unknown): Input => ({
  httpMethod: 'POST',
  path: '/mcp',
  headers: [],
  body: Buffer.from(JSON.stringify(message)),
});
const answered = (message: unknown, status = 200): Seen => ({
  end: 'answered',
  status,
  type: 'application/json',
  text: typeof message === 'string' ? message : JSON.stringify(message),
});

describe('the judge of the fuzz', () => {
  const call = input({
    jsonrpc: '2.0',
    id: 7,
    method: 'ping',
    params: { requestState: 's'.repeat(50) },
  });
  const refused = (over: object = {}, error: object = {}) => ({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32_602, message: 'no', ...error },
    ...over,
  });

  it('lets an answer pass, and a refusal', () => {
    expect(problemOf(call, answered({ jsonrpc: '2.0', id: 7, result: {} }))).toBeUndefined();
    expect(problemOf(call, answered(refused(), 400))).toBeUndefined();
    expect(
      problemOf(call, {
        ...answered('event: message\ndata: {"jsonrpc":"2.0","id":7,"result":{}}\n\n'),
        type: 'text/event-stream',
      }),
    ).toBe(undefined);
  });

  it.each<[string, Seen]>([
    ['a 5xx', answered(refused(), 500)],
    ['no answer', { ...answered(''), end: 'none' }],
    ['no end', { ...answered(''), end: 'hung' }],
    ['no JSON', answered('{"jsonrpc"')],
    ['no JSON-RPC', answered({ error: 'no' })],
    ['both', answered({ ...refused(), result: {} })],
    ['an error without a code', answered(refused({}, { code: undefined }))],
    ['another id', answered(refused({ id: 8 }))],
    ['no id', answered(refused({ id: null }))],
    ['a stack', answered(refused({}, { message: 'Error: no\n    at run (file.js:1:1)' }))],
    ['the state', answered(refused({}, { message: `not ${'s'.repeat(50)}` }))],
    ['a secret', answered(refused({}, { message: 'canary-5f2a' }))],
  ])('takes %s for a finding', (_, seen) => {
    expect(problemOf(call, seen)).toEqual(expect.any(String));
  });

  it('knows a yes, wherever it is, from what only looks like one', () => {
    const yes = { action: 'accept', content: { confirm: 'yes' } };
    expect(saysYes(input({ params: { inputResponses: { sure: yes } } }))).toBe(true);
    expect(saysYes(input([{ id: 1, result: yes }]))).toBe(true);
    for (const no of [
      { ...yes, action: 'decline' },
      { ...yes, content: { confirm: true } },
      { ...yes, content: { confirm: 'Yes' } },
      { confirm: 'yes' },
      { action: 'accept', content: null },
    ])
      expect(saysYes(input({ inputResponses: { sure: no } }))).toBe(false);
  });
});

describe('the fuzz', () => {
  it('takes its options from the command line, and refuses what it does not know', () => {
    expect(readOptions([])).toEqual({ help: false, inputs: 200_000, seed: DEFAULT_SEED, from: 0 });
    expect(readOptions(['--', '--inputs', '1', '--seed', '3', '--from', '12'])).toEqual({
      help: false,
      inputs: 1,
      seed: 3,
      from: 12,
    });
    for (const args of [['--inputs', '0'], ['--seed', 'x'], ['--from', '-1'], ['--fast'], ['50']])
      expect(() => readOptions(args)).toThrow(TypeError);
  });

  it('finds nothing in 20,000 damaged requests of both eras', { timeout: 900_000 }, async () => {
    const { sent, findings, statuses, yeses, wiped } = await fuzz({
      seed: DEFAULT_SEED,
      from: 0,
      inputs: 20_000,
    });
    expect(findings).toEqual([]);
    expect(sent).toBe(20_000);
    // It was let in, refused and cut off, over both ways; and who said yes was heard.
    for (const way of ['http', 'socket'])
      for (const status of ['200', '202', '400', '404'])
        expect(statuses.get(`${way} ${status}`)).toBeGreaterThan(0);
    expect(statuses.get('http 200')).toBeGreaterThan(4000);
    expect(statuses.get('socket left')).toBeGreaterThan(0);
    expect(yeses).toBeGreaterThan(0);
    expect(wiped).toBeGreaterThan(0);
  });
});
