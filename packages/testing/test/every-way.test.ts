import { AssertionError } from 'node:assert';
import { createServer } from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { describe, expect, it } from 'vitest';
import { everyWay, type Runner, type Way } from '../src/index.js';
import { Secretive } from './support/secretive.js';
import { CODECS, testServer } from './support/servers.js';

const codecs = Object.fromEntries(CODECS);

everyWay({ describe, it }, ({ it, play, name, era, codec }) => {
  it('plays both eras and both codecs, of which its name tells', async () => {
    expect(name).toBe(`${era}, sealed by ${codec}`);
    const asked = await play(testServer().server).as('bob').call('deploy', { env: 'staging' });
    expect(asked.transcript[0]?.era).toBe(era);
    expect(asked.state?.split('.')[0]).toBe(
      era === '2025' ? undefined : { hmac: 'h1', aead: 'x1' }[codec],
    );
    expect((await asked.answer({ confirm: { confirm: true } })).text).toBe(
      'Deployed 42 to staging.',
    );
  });
});

/** Runs what a suite registers, and keeps how each test ended. */
async function outcomes(
  suite: (way: Way) => void,
  options: Parameters<typeof everyWay>[2] = { codecs },
) {
  const tests: { readonly name: string; readonly test: () => void | Promise<void> }[] = [];
  let within = '';
  const runner: Runner = {
    describe: (name, body) => {
      within = name;
      body();
    },
    it: (name, test) => tests.push({ name: `${within}: ${name}`, test }),
  };
  everyWay(runner, suite, options);
  const ended = await Promise.all(
    tests.map(async ({ name, test }) => {
      try {
        await test();
        return [name, 'passed'] as const;
      } catch (error) {
        return [name, error] as const;
      }
    }),
  );
  return Object.fromEntries(ended);
}

const YES = { confirm: { confirm: true } };

describe('a suite for every way', () => {
  it('is registered once for each, in the order of eras and codecs', async () => {
    const seen: string[] = [];
    await outcomes(({ name }) => seen.push(name));
    expect(seen).toEqual([
      '2026, sealed by hmac',
      '2026, sealed by aead',
      '2025, sealed by hmac',
      '2025, sealed by aead',
    ]);
    seen.length = 0;
    await outcomes(({ name }) => seen.push(name), { codecs: { mine: CODECS[0]?.[1] as never } });
    expect(seen).toEqual(['2026, sealed by mine', '2025, sealed by mine']);
  });

  it('fails in 2025 for a server that asks no 2025 client', async () => {
    const suite = (legacy: object) => (way: Way) =>
      way.it('deploys', async () => {
        const asked = await way.play(testServer(legacy).server).call('deploy', { env: 'staging' });
        await asked.answer(YES);
      });
    expect(Object.values(await outcomes(suite({})))).toEqual([
      'passed',
      'passed',
      'passed',
      'passed',
    ]);
    const ended = await outcomes(suite({ legacy: undefined }));
    expect(
      Object.entries(ended).map(([name, end]) => [name, end === 'passed' || String(end)]),
    ).toEqual([
      ['2026, sealed by hmac: deploys', true],
      ['2026, sealed by aead: deploys', true],
      ['2025, sealed by hmac: deploys', expect.stringContaining('@countersign/shim-legacy')],
      ['2025, sealed by aead: deploys', expect.stringContaining('@countersign/shim-legacy')],
    ]);
  });

  it('fails with a readable codec for a component that must not show what it computes', async () => {
    const server = createServer({
      name: 'secretive',
      version: '1.0.0',
      components: [Secretive],
      state: { codec: codecs.aead as never },
      legacy: legacyShim(),
    });
    const ended = await outcomes((way) =>
      way.it('asks', async () => void (await way.play(server).call('secretive'))),
    );
    expect(
      Object.values(ended).map((end) => (end === 'passed' ? end : (end as { code: string }).code)),
    ).toEqual(['state_codec', 'passed', 'state_codec', 'passed']);
    expect(String(ended['2026, sealed by hmac: asks'])).toContain(
      '{ codecs: { aead: aeadCodec() } }',
    );
  });

  it('tells of a failure what was played in its test, and in no other', async () => {
    const ended = await outcomes(({ it, play, name }) => {
      it('fails', async () => {
        const bob = play(testServer().server).as('bob');
        await bob.call('deploy', { env: 'prod' });
        await new Promise((resolve) => setImmediate(resolve));
        throw new AssertionError({ actual: 1, expected: 2, operator: name });
      });
      it('plays something else', async () =>
        void (await play(testServer().server).as('alice').call('deploy', { env: 'staging' })));
    });
    const error = ended['2025, sealed by aead: fails'] as AssertionError;
    expect(error).toBeInstanceOf(AssertionError);
    expect(error).toMatchObject({ actual: 1, expected: 2 });
    expect(error.message).toContain(
      'round 1 (2025), as bob\n  --> tools/call deploy {"env":"prod"}',
    );
    expect(error.stack).toContain('round 1 (2025), as bob');
    expect(error.message).not.toContain('alice');
  });

  it('passes on what is thrown as it is, where there is nothing to add or no way to', async () => {
    const frozen = Object.freeze(new Error('frozen'));
    const ended = await outcomes(({ it, play }) => {
      it('throws at once', () => {
        throw frozen;
      });
      it('throws a frozen error', async () => {
        await play(testServer().server).call('deploy', { env: 'prod' });
        throw frozen;
      });
      it('throws what was told already', async () => {
        const asked = await play(testServer().server).call('deploy', { env: 'prod' });
        expect(asked.text).toBe('');
      });
      it('throws no error', () => Promise.reject('nothing'));
    });
    expect([
      ended['2026, sealed by hmac: throws at once'],
      ended['2026, sealed by hmac: throws a frozen error'],
    ]).toEqual([frozen, frozen]);
    const told = ended['2026, sealed by hmac: throws what was told already'] as Error;
    expect(told.message.match(/round 1/g)).toHaveLength(1);
    expect(ended['2026, sealed by hmac: throws no error']).toBe('nothing');
  });

  it('has the options that there are, and a codec', async () => {
    const none = () => undefined;
    expect(() => everyWay({ describe: none, it: none }, none, { codecs })).not.toThrow();
    expect(() => everyWay({ describe: none, it: none }, none, { codecs: {} })).toThrow(TypeError);
    const stray = { codec: {} } as never;
    expect(() => everyWay({ describe: none, it: none }, none, stray)).toThrow(/no such option/);
  });
});
