import { AssertionError } from 'node:assert';
import { inspect } from 'node:util';
import { type Early, type EffectSeen, happens, isTooEarly, whereIt } from './happened.js';

/** A function that a test puts in place of an effect on the world, and asks afterwards how often it happened. */
export type Effects<F extends (...args: never[]) => unknown> = F & {
  /** The arguments of each time, in order. */
  readonly calls: readonly Parameters<F>[];
  readonly count: number;
  /**
   * Throws `AssertionError` unless it happened exactly once, and, in a played call, not before the
   * last answer; returns the arguments of that one time.
   */
  once(): Parameters<F>;
  /** Throws `AssertionError` if it happened at all. */
  never(): void;
};

/** What `effects` takes beside what happens. */
export interface EffectOptions {
  /**
   * Whether it may happen before the last answer of a call. Default `'never'`; `'keyed'`: in a
   * `@Compute` that passes `ctx.step.idempotencyKey` in the arguments, so that the world can tell a
   * repeat. Work it out when the effect takes it: reads after that make it another key.
   */
  readonly early?: Early;
}

const NAMES = new WeakMap<object, { name: string | undefined }>();

/** Whether a function counts an effect. */
export const isEffects = (value: unknown): value is Effects<(...args: never[]) => unknown> =>
  typeof value === 'function' && NAMES.has(value);

/** Gives an effect the name of the place that it stands in, unless it has one. */
export function nameEffect(effect: object, name: string): void {
  const named = NAMES.get(effect);
  if (named !== undefined) named.name ??= name;
}

/**
 * Counts an effect: fresh instances of a server share it, as they share the world outside. Give it to a fake that goes in by
 * `override`. It does what `happens` does, by default nothing.
 *
 * In a played call it also knows in which method it happened. What happens in a question or in a
 * `@Compute` before the last answer happens unasked, and again with every round that lacks its value:
 * `once()` tells of it, and so does `misuse`. Throws `TypeError` for an option that it has not.
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
  does: F = (() => undefined) as unknown as F,
  options: EffectOptions = {},
): Effects<F> {
  const allow = allowed(options);
  const calls: Parameters<F>[] = [];
  const places: (EffectSeen | undefined)[] = [];
  const named = { name: undefined as string | undefined };
  const counted = (...args: Parameters<F>): unknown => {
    calls.push(args);
    places.push(happens(named.name ?? (does.name || 'an effect'), args, allow));
    return does(...(args as never[]));
  };
  NAMES.set(counted, named);
  const failure = (problem: string, expected: number): AssertionError => {
    const seen = calls.map((args, nth) => {
      const at = places[nth];
      return `\n  ${inspect(args)}${at === undefined ? '' : ` ${whereIt(at)}`}`;
    });
    return new AssertionError({
      message: `${problem}${seen.join('')}`,
      actual: calls.length,
      expected,
      operator: '===',
    });
  };
  const expect = (count: number, what: string): void => {
    if (calls.length !== count)
      throw failure(`happened ${times(calls.length)}, and should have ${what}`, count);
    const early = places.find((seen) => seen !== undefined && isTooEarly(seen));
    if (early !== undefined)
      throw failure(`happened ${whereIt(early)}: before the last answer. ${CURE}`, count);
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

/**
 * Shows a service of which one method counts as an effect; the method and all others do what they
 * did, on the service itself. Calls that the service makes of itself are its own, and do not count.
 */
export function counting(service: object, method: string, name: string, allow: Early): object {
  return new Proxy(service, {
    get: (target, key) => {
      const member = (target as Record<PropertyKey, unknown>)[key];
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        if (key === method) happens(name, args, allow);
        return member.apply(target, args);
      };
    },
  });
}

/** What an author does about an effect that comes too early. */
export const CURE = 'Have effects in run, or in a @Compute that no question reads';

/** Reads the options of a named effect. */
export function allowed({ early = 'never', ...others }: EffectOptions): Early {
  for (const name of Object.keys(others)) throw new TypeError(`effects: no such option: ${name}`);
  if (early !== 'never' && early !== 'keyed')
    throw new TypeError("effects: early must be 'never' or 'keyed'");
  return early;
}

const times = (count: number): string =>
  count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`;
