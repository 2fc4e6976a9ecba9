import { describe, expect, it } from 'vitest';
import { visit } from './support/served.js';
import { form, model, text } from './support/shapes.js';
import { ERAS } from './support/visitor.js';

const FILLS = { 'What is your name?': { name: 'Ada' } };
const ASKS_PERSON = form('What is your name?', 'name');
const ASKS_MODEL = model('Generate a greeting', 50);

describe.each(ERAS)('a client of $revision', ({ revision }) => {
  it.each([
    [
      'a person and a model',
      { elicitation: { form: {} }, sampling: {} },
      [ASKS_PERSON, ASKS_MODEL],
      'said the model Ada!',
    ],
    ['a person', { elicitation: { form: {} } }, [ASKS_PERSON], 'Hello, Ada!'],
    ['a model', { sampling: {} }, [ASKS_MODEL], 'said the model whoever you are!'],
    ['nobody', {}, [], 'Hello, whoever you are!'],
  ])('that declares %s is asked no more than that', async (_, capabilities, asked, said) => {
    const visitor = await visit(revision, capabilities);
    visitor.fills = FILLS;
    const { content } = await visitor.client.callTool({
      name: 'test_input_required_result_capabilities',
    });
    expect(visitor.asked).toHaveLength(asked.length);
    expect(visitor.asked).toEqual(expect.arrayContaining(asked));
    expect(content).toEqual([text(said)]);
  });
});

it('without a model is told by -32021 what it lacks, since 2026', async () => {
  const able = await visit('2026-07-28', { sampling: {} });
  await expect(
    able.client.callTool({ name: 'test_missing_capability' }),
  ).resolves.not.toHaveProperty('isError');
  const unable = await visit('2026-07-28', {});
  await expect(unable.client.callTool({ name: 'test_missing_capability' })).rejects.toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { sampling: {} } },
  });
});

it('without a model is told by an error result, in 2025', async () => {
  const able = await visit('2025-11-25', { sampling: {} });
  await expect(
    able.client.callTool({ name: 'test_missing_capability' }),
  ).resolves.not.toHaveProperty('isError');
  const unable = await visit('2025-11-25', {});
  await expect(unable.client.callTool({ name: 'test_missing_capability' })).resolves.toMatchObject({
    isError: true,
  });
});
