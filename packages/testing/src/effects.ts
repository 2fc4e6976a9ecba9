import { AssertionError } from 'node:assert';
import { inspect } from 'node:util';

/** A function that a test puts in place of an effect on the world, and asks afterwards how often it happened. */
export type Effects<F extends (...args: never[]) => unknown> = F & {
  /** The arguments of each time, in order. */
  readonly calls: readonly Parameters<F>[];
  readonly count: number;
  /** Throws `AssertionError` unless it happened exactly once; returns the arguments of that one time. */
  once(): Parameters<F>;
  /** Throws `AssertionError` if it happened at all. */
  never(): void;
};

/**
 * Counts an effect: fresh instances of a server share it, as they share the world outside. Give it to a fake that goes in by
 * `override`. It does what `happens` does, by default nothing.
 *
 * ```ts
 * const deploy = effects<Releases['deploy']>(async () => undefined);
 * const asked = await play(server).override(Releases).useValue({ latest, deploy }).call('deploy', { env: 'staging' });
 * deploy.never();
 * await asked.answer({ confirm: { confirm: true } });
 * deploy.once();
 * ```
 */
export function effects<F extends (...args: never[]) => unknown = (...args: unknown[]) => void>(
  happens: F = (() => undefined) as unknown as F,
): Effects<F> {
  const calls: Parameters<F>[] = [];
  const counted = (...args: Parameters<F>): unknown => {
    calls.push(args);
    return happens(...(args as never[]));
  };
  const expect = (count: number, what: string): void => {
    if (calls.length === count) return;
    const seen = calls.map((args) => `\n  ${inspect(args)}`).join('');
    throw new AssertionError({
      message: `happened ${times(calls.length)}, and should have ${what}${seen}`,
      actual: calls.length,
      expected: count,
      operator: '===',
    });
  };
  return Object.defineProperties(counted, {
    calls: { get: () => [...calls] },
    count: { get: () => calls.length },
    once: {
      value: () => {
        expect(1, 'once');
        return calls[0];
      },
    },
    never: { value: () => expect(0, 'never') },
  }) as unknown as Effects<F>;
}

const times = (count: number): string =>
  count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`;
