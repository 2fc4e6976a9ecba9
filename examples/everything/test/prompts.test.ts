import { describe, expect, it } from 'vitest';
import { visit } from './support/served.js';
import { form, png, text } from './support/shapes.js';
import { bare, ERAS, type Fills } from './support/visitor.js';

interface PromptCase {
  readonly name: string;
  readonly args?: Record<string, string>;
  readonly asked?: readonly object[];
  readonly fills?: Fills;
  /** What the user of the prompt says. */
  readonly says: readonly object[];
}

const CASES: readonly PromptCase[] = [
  { name: 'test_simple_prompt', says: [text('This is a simple prompt for testing.')] },
  {
    name: 'test_prompt_with_arguments',
    args: { arg1: 'hello', arg2: 'world' },
    says: [text("Prompt with arguments: arg1='hello', arg2='world'")],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    args: { resourceUri: 'test://example' },
    says: [
      {
        type: 'resource',
        resource: {
          uri: 'test://example',
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      },
      text('Please process the embedded resource above.'),
    ],
  },
  { name: 'test_prompt_with_image', says: [png, text('Please analyze the image above.')] },
  {
    name: 'test_input_required_result_prompt',
    asked: [form('What context should the prompt use?', 'context')],
    fills: { 'What context should the prompt use?': { context: 'a rainy day' } },
    says: [text('Use this context: a rainy day')],
  },
];

describe.each(ERAS)('a client of $revision', ({ revision }) => {
  it.each(CASES)(
    'gets from $name what it is for',
    async ({ name, args, asked = [], fills = {}, says }) => {
      const visitor = await visit(revision);
      visitor.fills = fills;
      const got = await visitor.client.getPrompt({
        name,
        ...(args !== undefined && { arguments: args }),
      });
      expect(bare(got)).toEqual({ messages: says.map((content) => ({ role: 'user', content })) });
      expect(visitor.asked).toEqual(asked);
    },
  );

  it('is listed every prompt that is tested here, and its arguments', async () => {
    const { client } = await visit(revision);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(CASES.map(({ name }) => name));
    const named = prompts.map(({ arguments: args = [] }) =>
      args.map(({ name, required }) => ({ name, required })),
    );
    expect(named).toEqual(
      CASES.map(({ args = {} }) => Object.keys(args).map((name) => ({ name, required: true }))),
    );
  });

  it('is suggested what an argument may be', async () => {
    const { client } = await visit(revision);
    const complete = (name: string, value: string) =>
      client.complete({
        ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
        argument: { name, value },
      });
    expect((await complete('arg1', 'par')).completion).toEqual({
      values: ['paris', 'park', 'party'],
      total: 3,
      hasMore: false,
    });
    expect((await complete('arg1', 'part')).completion.values).toEqual(['party']);
    expect((await complete('arg2', 'par')).completion.values).toEqual([]);
  });
});
