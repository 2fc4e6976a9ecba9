import { ask, Elicit, form, inputRequired, Prompt, Roots, Sample, Tool } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clientOf, failureOf, MODES, type Mode, servedAs, textOf } from '../support/modes.js';

const Name = form(z.object({ name: z.string() }));
const question = { messages: ['Hello?'], maxTokens: 10 };

@Tool({ name: 'page', description: 'Sends a person to a page.' })
class Page {
  @Elicit() consent() {
    return ask.url('Please sign in.', 'https://example.com/sign-in');
  }
  run() {
    return 'done';
  }
}

@Tool({ name: 'agent', description: 'Lets the model use a tool, and asks for more.' })
class Agent {
  @Sample() draft() {
    const tool = { name: 'look', inputSchema: { type: 'object' } };
    return ask.sample({ ...question, tools: [tool] });
  }
  @Elicit() names() {
    return ask.all({ a: ask.form('A?', Name), b: ask.form('B?', Name) });
  }
  @Roots() where() {
    return ask.roots();
  }
  run() {
    return 'done';
  }
}

@Prompt({ name: 'review', description: 'Asks for a tone.' })
class Review {
  @Elicit() tone() {
    return ask.form('Tone?', Name);
  }
  run() {
    return 'done';
  }
}

@Tool({ name: 'by-hand', description: 'Asks by itself.' })
class ByHand {
  run() {
    const requestedSchema = { type: 'object' as const, properties: {} };
    const sure = inputRequired.elicit({ message: 'Sure?', requestedSchema });
    return inputRequired({ inputRequests: { sure } });
  }
}

const ASKED = MODES.filter((mode) => /^2026|2025 s(essions|tdio)/.test(mode));
const saidTo = async (mode: Mode, capabilities: object, name: string) => {
  const at = await servedAs(mode, { components: [Page, Agent, ByHand, Review] });
  const client = await clientOf(mode, at, { capabilities });
  if (name === 'review') return (await failureOf(client.getPrompt({ name }))).message;
  const called = client.callTool({ name });
  return mode.startsWith('2026') ? (await failureOf(called)).message : textOf(await called);
};

describe.each(ASKED)('over %s, a client that cannot be asked', (mode) => {
  it.each<[string, object, string, string]>([
    [
      'page',
      { elicitation: { form: {} } },
      'was not declared: elicitation.url (for "consent")',
      'Nothing was done.',
    ],
    [
      'agent',
      { sampling: {} },
      'was not declared: sampling.tools (for "draft"), elicitation.form (for "names.a", "names.b"), roots (for "where")',
      'Nothing was done.',
    ],
    ['review', {}, 'was not declared: elicitation.form (for "tone")', 'Nothing was done.'],
    ['by-hand', {}, 'was not declared: elicitation.form (for "sure")', 'The call went no further.'],
  ])(
    'is told which capability is missing, for which question, and how the call ended: %s',
    async (name, capabilities, lacks, end) => {
      expect(await saidTo(mode, capabilities, name)).toContain(
        `${name} needs a client capability that ${lacks}. ${end}`,
      );
    },
  );
});
