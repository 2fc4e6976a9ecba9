import { describe, expect, it } from 'vitest';
import {
  accept,
  asked,
  asks,
  asksNothing,
  type ComponentSpec,
  journalOf,
  resultOf,
  round,
} from '../support/rounds.js';

const two: ComponentSpec['steps'] = {
  a: { kind: 'compute', is: () => 1 },
  b: { kind: 'compute', is: () => undefined },
};

describe('the answers of a step and of run', () => {
  it('have the other steps for members, also those that settled as nothing', async () => {
    const seen: unknown[] = [];
    const spec: ComponentSpec = {
      steps: {
        ...two,
        c: { kind: 'compute', is: (_, answers) => seen.push(Object.keys(answers), { ...answers }) },
      },
      run: (_, answers) => [
        Object.keys(answers),
        'b' in answers,
        'z' in answers,
        Object.hasOwn(answers, 'z'),
        Object.hasOwn(answers, 'b'),
      ],
    };
    expect(resultOf(await round(spec))).toEqual([['a', 'b', 'c'], true, false, false, true]);
    expect(seen).toEqual([['a', 'b'], { a: 1, b: undefined }]);
  });

  it.each<[string, (answers: Record<string, unknown>) => unknown]>([
    ['assigned', (answers) => Object.assign(answers, { a: 2 })],
    ['defined', (answers) => Object.defineProperty(answers, 'a', { value: 2 })],
  ])('cannot be %s to', async (_, write) => {
    expect(resultOf(await round({ steps: two, run: (_input, answers) => answers.a }))).toBe(1);
    const outcome = await round({ steps: two, run: (_input, answers) => write(answers) });
    expect(outcome).toMatchObject({ kind: 'failed', where: 'run', error: expect.any(TypeError) });
  });

  it('have no prototype, and no symbol for a member', async () => {
    const run: ComponentSpec['run'] = (_, answers) => [
      Object.getPrototypeOf(answers),
      Symbol.iterator in answers,
      answers[Symbol.iterator],
    ];
    expect(resultOf(await round({ steps: two, run }))).toEqual([null, false, undefined]);
  });
});

describe('a read of what is no other step', () => {
  const messageOf = async (spec: ComponentSpec) => {
    const outcome = await round(spec);
    return outcome.kind === 'failed' ? (outcome.error as Error).message : outcome.kind;
  };

  it('names class, method and key, and the steps that there are', async () => {
    const reading = (key: string) =>
      ({
        kind: 'compute',
        is: (_: unknown, answers: Record<string, unknown>) => answers[key],
      }) as const;
    expect(await messageOf({ steps: { ...two, c: reading('z') } })).toMatch(
      /Example\.c .*"z".* a, b$/,
    );
    expect(await messageOf({ steps: { c: reading('c') } })).toMatch(/Example\.c .*"c".* none$/);
    expect(await messageOf({ steps: two, run: (_, answers) => answers.z })).toMatch(
      /Example\.run .*"z".* a, b$/,
    );
  });

  it('says of a helper that it is one, and is called', async () => {
    const spec: ComponentSpec = { steps: two, helpers: ['label'], run: (_, { a }) => a };
    expect(resultOf(await round(spec))).toBe(1);
    expect(await messageOf({ ...spec, run: (_, { label }) => label })).toMatch(
      /Example\.run .*"label".* helper.* this\.label\(…\)/,
    );
    const plain = { ...spec, steps: {}, run: spec.run };
    expect(await messageOf({ ...plain, run: (_, { label }) => label })).toMatch(/helper/);
  });

  it('says that the context is the third parameter, where somebody takes it for the second', async () => {
    const run: ComponentSpec['run'] = (_, ctx) => ctx.signal;
    expect(await messageOf({ steps: two, run })).toMatch(
      /Example\.run .*"signal".* member of the context, the third parameter/,
    );
    expect(await messageOf({ steps: {}, run })).toMatch(/third parameter/);
    expect(await messageOf({ steps: { signal: { kind: 'compute', is: () => 1 } }, run })).toBe(
      'completed',
    );
  });

  it('is told by the first of several', async () => {
    const run: ComponentSpec['run'] = (_, answers) => {
      for (const key of ['x', 'y'])
        try {
          answers[key];
        } catch {}
      return 1;
    };
    expect(await messageOf({ steps: two, run })).toMatch(/"x"/);
  });

  it('is worth an error of its own more than the throw that hides it', async () => {
    const is: ComponentSpec['run'] = (_, answers) => {
      try {
        return answers.z;
      } catch {
        throw new Error('mine');
      }
    };
    expect(await messageOf({ steps: { ...two, c: { is } } })).toMatch(/"z"/);
    expect(await messageOf({ steps: two, run: is })).toMatch(/"z"/);
  });

  it('changes nothing any more once the method has returned, nor does one of a step that waits', async () => {
    const late: Promise<unknown>[] = [];
    const afterwards = (read: () => unknown) =>
      late.push(new Promise((resolve) => setImmediate(resolve)).then(read));
    const spec: ComponentSpec = {
      steps: {
        q: { is: () => asks('Q?') },
        a: {
          kind: 'compute',
          is: (_, answers) => {
            afterwards(() => answers.z);
            afterwards(() => answers.q);
            return 1;
          },
        },
        end: { is: (_, { a }) => asks(`${a}?`) },
      },
    };
    const first = await round(spec);
    expect((await Promise.allSettled(late)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
    expect(asked(first)).toEqual(['q', 'end']);
    expect(journalOf(first).entries.a).toEqual({
      kind: 'compute',
      version: 1,
      reads: {},
      value: 1,
    });
    expect(resultOf(await round(spec, journalOf(first), { q: accept(1), end: accept(2) }))).toEqual(
      { q: 1, a: 1, end: 2 },
    );
  });
});

describe('a read of what is not there yet', () => {
  it('wins over what the method returns or throws afterwards', async () => {
    const spec = (after: () => unknown): ComponentSpec => ({
      steps: {
        q: { is: () => asks('Q?') },
        c: {
          kind: 'compute',
          is: (_, answers) => {
            try {
              return answers.q;
            } catch {
              return after();
            }
          },
        },
        end: { is: (_, { c }) => asks(`${c}?`) },
      },
    });
    const throwing = () => {
      throw new Error('mine');
    };
    for (const after of [() => 'else', throwing]) {
      const first = await round(spec(after));
      expect(asked(first)).toEqual(['q']);
      expect(journalOf(first).entries).toEqual({});
    }
  });

  it('waits for the steps that wait for it in turn, and names all of them when nothing moves', async () => {
    const waits = (key: string) => ({
      is: (_: unknown, answers: Record<string, unknown>) => asks(`${answers[key]}?`),
    });
    const outcome = await round({
      steps: { a: waits('b'), b: waits('c'), c: waits('a'), done: { is: asksNothing } },
    });
    expect(outcome).toEqual({ kind: 'stuck', steps: ['a', 'b', 'c'] });
  });
});

describe('an outcome that is asked for', () => {
  it('is that of the step, and of a member that a single answer does not have: skipped', async () => {
    const spec: ComponentSpec = {
      steps: { q: { is: () => asks('Q?') } },
      run: (_, __, ctx) => ['q', 'q.member'].map((key) => ctx.outcome(key)),
    };
    expect(resultOf(await round(spec, journalOf(await round(spec)), { q: accept(1) }))).toEqual([
      'answered',
      'skipped',
    ]);
  });
});
