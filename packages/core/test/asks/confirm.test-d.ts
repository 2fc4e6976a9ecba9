import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { Answers } from '../../src/asks/answers.js';
import { ask } from '../../src/asks/ask.js';
import type { Ask, Nothing } from '../../src/asks/question.js';
import { Elicit } from '../../src/decorators/elicit.js';
import { Roots } from '../../src/decorators/roots.js';
import { Sample } from '../../src/decorators/sample.js';

const Ticket = z.object({ id: z.string() });

test('a confirmation answers true, or the text that had to be typed', () => {
  const name: string = 'x';
  expectTypeOf(ask.confirm('?')).toEqualTypeOf<Ask<true, 'form'>>();
  expectTypeOf(ask.confirm('?', {})).toEqualTypeOf<Ask<true, 'form'>>();
  expectTypeOf(ask.confirm('?', { type: 'DELETE' })).toEqualTypeOf<Ask<'DELETE', 'form'>>();
  expectTypeOf(ask.confirm('?', { type: name })).toEqualTypeOf<Ask<string, 'form'>>();
  expectTypeOf(ask.confirm('?', { type: `DROP ${name}` })).toEqualTypeOf<
    Ask<`DROP ${string}`, 'form'>
  >();
  expectTypeOf(ask.confirm('?', { type: ask.text`DROP ${name}` })).toEqualTypeOf<
    Ask<string, 'form'>
  >();
  expectTypeOf(ask.all({ a: ask.confirm('?'), b: ask.form('?', Ticket) })).toEqualTypeOf<
    Ask<{ readonly a: true; readonly b: { id: string } }, 'form'>
  >();
  // @ts-expect-error a confirmation is never optional
  ask.confirm('?', { optional: true });
  // @ts-expect-error nor has it a default
  ask.confirm('?', { default: true });
});

class Steps {
  @Elicit() maybe({ env }: { env: string }) {
    if (env === 'prod') return ask.form('Ticket?', Ticket);
    return ask.nothing;
  }
  @Elicit() async later({ env }: { env: string }) {
    return env === 'prod' ? ask.confirm('Sure?', { type: 'prod' }) : ask.nothing;
  }
  @Sample() never(): Nothing {
    return ask.nothing;
  }
  @Roots() where({ env }: { env: string }) {
    return env === 'prod' ? ask.roots() : ask.nothing;
  }
  // @ts-expect-error a branch that builds an ask and forgets to return it does not compile
  @Elicit() forgotten({ env }: { env: string }) {
    if (env === 'prod') return ask.form('Ticket?', Ticket);
    ask.confirm('Deploy?');
  }
  // @ts-expect-error nor does one of an asynchronous method
  @Elicit() async forgottenLater({ env }: { env: string }) {
    if (env === 'prod') return ask.form('Ticket?', Ticket);
    ask.confirm('Deploy?');
  }
  // @ts-expect-error nor does undefined, said aloud
  @Elicit() silent({ env }: { env: string }) {
    return env === 'prod' ? ask.form('Ticket?', Ticket) : undefined;
  }
  // @ts-expect-error nor does a question to the model that may be left out in silence
  @Sample() unsaid({ env }: { env: string }) {
    return env === 'prod' ? ask.sample({ messages: ['x'], maxTokens: 1 }) : undefined;
  }
  // @ts-expect-error nor does a question for roots
  @Roots() unlisted({ env }: { env: string }) {
    return env === 'prod' ? ask.roots() : undefined;
  }
}

test('a step that may ask nothing may have no answer', () => {
  type Given = Answers<Steps>;
  expectTypeOf<Given['maybe']>().toEqualTypeOf<{ id: string } | undefined>();
  expectTypeOf<Given['later']>().toEqualTypeOf<'prod' | undefined>();
  expectTypeOf<Given['never']>().toEqualTypeOf<undefined>();
});
