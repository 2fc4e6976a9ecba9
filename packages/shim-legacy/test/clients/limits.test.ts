import { type Answers, again, ask, Compute, Elicit, form, Tool } from '@countersign/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clientOf, MODES, servedAs, textOf } from '../support/modes.js';
import { accept } from '../support/raw-session.js';

const Name = form(z.object({ name: z.string().min(2) }));

@Tool({ name: 'waits', description: 'Waits for what never comes.' })
class Waits {
  @Compute() arrival() {
    return again();
  }
  run() {
    return 'arrived';
  }
}

@Tool({ name: 'asks-once', description: 'Asks, then waits for what never comes.' })
class AsksOnce {
  @Elicit() first() {
    return ask.form('First?', Name);
  }
  @Compute() arrival(_: object, { first }: Answers<AsksOnce, 'first'>) {
    return again(first.name);
  }
  run() {
    return 'arrived';
  }
}

@Tool({ name: 'asks-twice', description: 'Asks, asks again, then waits for what never comes.' })
class AsksTwice {
  @Elicit() first() {
    return ask.form('First?', Name);
  }
  @Elicit() second(_: object, { first }: Answers<AsksTwice, 'first'>) {
    return ask.form(`Second, ${first.name}?`, Name);
  }
  @Compute() arrival(_: object, { second }: Answers<AsksTwice, 'second'>) {
    return again(second.name);
  }
  run() {
    return 'arrived';
  }
}

let wording = 0;
beforeEach(() => {
  wording = 0;
});
@Tool({ name: 'changes', description: 'Asks in other words each time.' })
class Changes {
  @Elicit() moment() {
    return ask.form(`Now, at ${wording++}?`, Name);
  }
  run() {
    return 'done';
  }
}

@Tool({ name: 'misfits', description: 'Asks until the answer fits.' })
class Misfits {
  @Elicit({ attempts: 8 }) who() {
    return ask.form('Who?', Name);
  }
  run() {
    return 'done';
  }
}

const COMPONENTS = [Waits, AsksOnce, AsksTwice, Changes, Misfits];
const ASKED = MODES.filter((mode) => /^2026|2025 s(essions|tdio)/.test(mode));

describe.each(ASKED)('over %s, the official client with its own limit of ten rounds', (mode) => {
  it.each([
    ['waits', 'The call still required input after 8 rounds; it was waiting for "arrival".'],
    ['asks-once', 'The call still required input after 9 rounds; it was waiting for "arrival".'],
    ['asks-twice', 'The call still required input after 10 rounds; it was waiting for "arrival".'],
    ['changes', expect.stringMatching(/^The question "moment" was different each time/)],
    ['misfits', 'The answer to "who" did not fit in "name", and there are no attempts left.'],
  ])('is told by the server which step it was: %s', async (name, text) => {
    const at = await servedAs(mode, { components: COMPONENTS, shim: { pacing: 0 } });
    const client = await clientOf(mode, at, {
      elicit: () => accept({ name: name === 'misfits' ? 'x' : 'Ada' }),
    });
    const result = await client.callTool({ name });
    expect([result.isError, textOf(result)]).toEqual([true, text]);
  });
});
