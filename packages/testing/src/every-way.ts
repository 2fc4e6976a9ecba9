import { AsyncLocalStorage } from 'node:async_hooks';
import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import {
  ConfigError,
  type CountersignServer,
  type Era,
  type StateCodec,
  systemRandom,
} from '@countersign/core';
import { type Play, type PlayOptions, playing } from './play.js';
import type { Runner } from './runner.js';
import { telling } from './telling.js';
import { formatTranscript, type Transcript } from './transcript.js';

/** One way in which a server may be met: by a client of one era, with states sealed by one codec. */
export interface Way {
  /** Such as `2026, sealed by hmac`. */
  readonly name: string;
  readonly era: Era;
  /** The name it was given. */
  readonly codec: string;
  /** As `play`, in this way. */
  play(server: CountersignServer, options?: PlayOptions): Play;
  /** As the runner's own; a test that fails in it tells the transcript of what it played. */
  readonly it: Runner['it'];
}

/** What `everyWay` takes beside the runner and the suite. */
export interface EveryWayOptions {
  /** By name; default `hmac` and `aead`, with a key of their own. */
  readonly codecs?: Readonly<Record<string, StateCodec | readonly StateCodec[]>>;
}

const ERAS: readonly Era[] = ['2026', '2025'];

/**
 * Registers one suite for both eras and every codec. It fails wherever the server may not be served in that way: a server without
 * `legacyShim()` asks no 2025 client, and a readable codec (`hmacCodec`) refuses to show a computed value: for a `@Compute()` that is
 * not `readable: true`, pass `{ codecs: { aead: aeadCodec() } }`.
 *
 * ```ts
 * everyWay({ describe, it }, ({ play, it }) => {
 *   it('deploys what bob confirmed', async () => {
 *     const asked = await play(server).as('bob').call('deploy', { env: 'staging' });
 *     const done = await asked.answer({ confirm: { confirm: true } });
 *   });
 * });
 * ```
 */
export function everyWay(
  runner: Runner,
  suite: (way: Way) => void,
  options: EveryWayOptions = {},
): void {
  const { codecs = ownCodecs(), ...others } = options;
  for (const name of Object.keys(others)) throw new TypeError(`everyWay: no such option: ${name}`);
  if (Object.keys(codecs).length === 0)
    throw new TypeError('everyWay: codecs is empty, so that no test would run');
  for (const era of ERAS) {
    for (const [codec, sealing] of Object.entries(codecs)) {
      const name = `${era}, sealed by ${codec}`;
      const { it, played } = telltale(runner, cureOf(sealing));
      const play: Way['play'] = (server, options = {}) =>
        playing(server, options, played({})).codec(sealing).era(era);
      runner.describe(name, () => suite({ name, era, codec, play, it }));
    }
  }
}

function ownCodecs(): Readonly<Record<string, StateCodec>> {
  const keys = [systemRandom(32)];
  return { hmac: hmacCodec({ keys }), aead: aeadCodec({ keys }) };
}

/** What a test can do where its server may not be sealed in a way; the error itself tells how the server is mended. */
const cureOf = (sealing: StateCodec | readonly StateCodec[]) => {
  const [seals] = [sealing].flat() as readonly StateCodec[];
  return (error: Error): readonly string[] =>
    error instanceof ConfigError && error.code === 'state_codec' && seals?.readable === true
      ? [
          'To play a server that seals with aeadCodec alone, leave readable codecs out: everyWay(…, { codecs: { aead: aeadCodec() } }).',
        ]
      : [];
};

/** Keeps what each test plays, and adds it to the error of one that fails. */
function telltale(
  runner: Runner,
  cures: (error: Error) => readonly string[],
): { it: Runner['it']; played: (by: object) => (transcript: Transcript) => void } {
  const tests = new AsyncLocalStorage<Map<object, Transcript>>();
  return {
    played: (by) => (transcript) => tests.getStore()?.set(by, transcript),
    it: (name, test) =>
      runner.it(name, () => {
        const transcripts = new Map<object, Transcript>();
        return tests.run(transcripts, async () => {
          try {
            await test();
          } catch (error) {
            if (!(error instanceof Error)) throw error;
            throw telling(error, [
              ...cures(error),
              ...[...transcripts.values()].map(formatTranscript),
            ]);
          }
        });
      }),
  };
}
