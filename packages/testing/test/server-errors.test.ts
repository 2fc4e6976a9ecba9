import {
  ask,
  type CallContext,
  Compute,
  Elicit,
  form,
  type Middleware,
  Prompt,
  Resource,
  Tool,
  ToolError,
} from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everyWay, type Flow, PlayError } from '../src/index.js';
import { testServer } from './support/servers.js';

const Yes = form(z.object({ yes: z.boolean() }));
const YES = { sure: { yes: true } };
/** Thrown by what a test chooses, and by nothing else. */
const BROKEN = new RangeError('the disk is full');
const broken = (): never => {
  throw BROKEN;
};

const disposal = { breaks: false };

@Tool({
  name: 'fragile',
  description: 'Breaks where it is told to.',
  input: z.object({ at: z.string() }),
})
class Fragile {
  @Compute({ readable: true }) worked({ at }: { at: string }) {
    return at === 'compute' ? broken() : 1;
  }
  @Elicit() sure({ at }: { at: string }) {
    return at === 'step' ? broken() : ask.form('Sure?', Yes);
  }
  run({ at }: { at: string }, _: object, ctx: CallContext) {
    if (at === 'run') broken();
    if (at === 'fail') ctx.fail('Not today.');
    if (at === 'tool error') throw new ToolError('Not today.');
    return at === 'misfit' ? (undefined as never) : 'done';
  }
  dispose() {
    if (disposal.breaks) broken();
  }
}

@Prompt({ name: 'fragile', description: 'Breaks.', input: z.object({ at: z.string() }) })
class FragilePrompt {
  @Elicit() sure() {
    return ask.form('Sure?', Yes);
  }
  run({ at }: { at: string }, _: object, ctx: CallContext) {
    return at === 'fail' ? ctx.fail('Not today.') : broken();
  }
}

@Resource({ uri: 'fragile://one', name: 'fragile' })
class FragileResource {
  run(): string {
    return broken();
  }
}

@Tool({ name: 'shy', description: 'Is not seen.', visible: () => broken() })
class Shy {
  run() {
    return 'seen';
  }
}

const COMPONENTS = [Fragile, FragilePrompt, FragileResource, Shy];
const failsBecauseOfIt = { name: 'PlayError', cause: BROKEN };

everyWay({ describe, it }, ({ it, play }) => {
  const player = () => play(testServer({ components: COMPONENTS }).server).as('bob');
  const asked = (at: string): Promise<Flow> => player().call('fragile', { at });

  it('a call that the server fails rejects with the author’s error as its cause', async () => {
    expect((await (await asked('nowhere')).answer(YES)).text).toBe('done');
    await expect(asked('step')).rejects.toMatchObject(failsBecauseOfIt);
    await expect(asked('step')).rejects.toThrow(
      /^The server failed: a component threw in sure: RangeError: the disk is full\. .*\n\nround 1/,
    );
    await expect(player().read('fragile://one')).rejects.toMatchObject(failsBecauseOfIt);
    await expect(player().call('shy')).rejects.toMatchObject({ ...failsBecauseOfIt, code: -32602 });
  });

  it('and so does an answer', async () => {
    for (const at of ['run', 'compute']) {
      const flow = await asked(at);
      await expect(flow.answer(YES), at).rejects.toMatchObject(failsBecauseOfIt);
    }
    const prompt = await player().get('fragile', { at: 'run' });
    await expect(prompt.answer(YES)).rejects.toMatchObject({ ...failsBecauseOfIt, code: -32603 });
    const flow = await asked('misfit');
    await expect(flow.answer(YES)).rejects.toMatchObject({ cause: expect.any(TypeError) });
  });

  it('what an author means to say is a result', async () => {
    for (const at of ['fail', 'tool error']) {
      const done = await (await asked(at)).answer(YES);
      expect([done.isError, done.text], at).toEqual([true, 'Not today.']);
    }
    const prompt = await player().get('fragile', { at: 'fail' });
    const told = await prompt.answer(YES).catch((error: unknown) => error);
    expect(told).toMatchObject({ name: 'PlayError', code: -32603 });
    expect(told).not.toHaveProperty('cause');
  });

  it('a failure that is allowed is a result, and what is read in vain then tells its cause', async () => {
    const failed = await player().allowErrors().call('fragile', { at: 'step' });
    expect(failed.isError).toBe(true);
    expect(failed.text).not.toContain('disk');
    expect(() => failed.asks.sure).toThrow(expect.objectContaining(failsBecauseOfIt));
    await expect(failed.answer({})).rejects.toMatchObject(failsBecauseOfIt);

    const flow = await asked('run');
    expect((await flow.allowErrors().answer(YES)).isError).toBe(true);
    await expect(flow.answer(YES)).rejects.toBeInstanceOf(PlayError);
  });

  it('a middleware and a dispose() that fail are failures, though the result is there', async () => {
    const thrower: Middleware = async (_, next) => {
      await next();
      return broken();
    };
    const { server } = testServer({ components: COMPONENTS, use: [thrower] });
    await expect(play(server).as('bob').call('fragile', { at: '' })).rejects.toMatchObject(
      failsBecauseOfIt,
    );
    const done = async () => (await asked('nowhere')).answer(YES);
    expect((await done()).text).toBe('done');
    disposal.breaks = true;
    try {
      await expect(done()).rejects.toMatchObject(failsBecauseOfIt);
    } finally {
      disposal.breaks = false;
    }
  });

  it('a failure of the first of two that are sent alike is not passed over', async () => {
    const once = { left: 1 };
    const flaky: Middleware = async (_, next) => (once.left-- === 0 ? broken() : next());
    const { server } = testServer({ components: COMPONENTS, use: [flaky] });
    const flow = await play(server).as('bob').call('fragile', { at: 'nowhere' });
    await expect(flow.replayed().answer(YES)).rejects.toMatchObject(failsBecauseOfIt);
    once.left = 9;
    expect((await flow.replayed().answer(YES)).text).toBe('done');
  });
});
