// What every tool gives back, and what it asks before: the same in both eras.
import { confirmation, form, model, png, roots, text, wav, yes } from './shapes.js';
import type { Fills } from './visitor.js';

export interface ToolCase {
  readonly name: string;
  readonly args?: Record<string, unknown>;
  /** In any order. */
  readonly asked?: readonly object[];
  readonly fills?: Fills;
  readonly result: object;
}

const says = (said: string) => ({ content: [text(said)] });
const fails = (said: string) => ({ content: [text(said)], isError: true });

const PROFILE = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};
const titled = (...titles: [string, string][]) =>
  titles.map(([value, title]) => ({ const: value, title }));
const CHOICES = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: {
      type: 'string',
      oneOf: titled(
        ['value1', 'First Option'],
        ['value2', 'Second Option'],
        ['value3', 'Third Option'],
      ),
    },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: {
      type: 'array',
      items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    },
    titledMulti: {
      type: 'array',
      items: {
        anyOf: titled(
          ['value1', 'First Choice'],
          ['value2', 'Second Choice'],
          ['value3', 'Third Choice'],
        ),
      },
    },
  },
};
const CHOSEN = {
  untitledSingle: 'option2',
  titledSingle: 'value3',
  legacyEnum: 'opt1',
  untitledMulti: ['option1', 'option3'],
  titledMulti: ['value2'],
};

const PLAIN: readonly ToolCase[] = [
  { name: 'test_simple_text', result: says('This is a simple text response for testing.') },
  { name: 'test_image_content', result: { content: [png] } },
  { name: 'test_audio_content', result: { content: [wav] } },
  {
    name: 'test_embedded_resource',
    result: {
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    },
  },
  {
    name: 'test_multiple_content_types',
    result: {
      content: [
        text('Multiple content types test:'),
        png,
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    },
  },
  {
    name: 'test_error_handling',
    result: fails('This tool intentionally returns an error for testing'),
  },
  { name: 'test_tool_with_progress', result: says('Done, with progress told on the way.') },
  { name: 'test_tool_with_logging', result: says('Done, with messages logged on the way.') },
  {
    name: 'json_schema_2020_12_tool',
    args: {
      name: 'Ada',
      address: { city: 'London' },
      contactMethod: 'phone',
      phone: '1815',
      email: 'ada@example.com',
    },
    result: says('Ada can be reached at 1815.'),
  },
  {
    name: 'test_mirrored_argument',
    args: { region: 'Île-de-France', query: 'bread' },
    result: says('Looked up bread in Île-de-France.'),
  },
];

const ASKING: readonly ToolCase[] = [
  {
    name: 'test_elicitation',
    args: { message: 'Who are you?' },
    asked: [form('Who are you?', 'username', 'email')],
    fills: { 'Who are you?': { username: 'ada', email: 'ada@example.com' } },
    result: says('User response: ada <ada@example.com>'),
  },
  {
    name: 'test_elicitation_sep1034_defaults',
    asked: [{ form: 'Please review and update the form fields with defaults', schema: PROFILE }],
    fills: {
      'Please review and update the form fields with defaults': {
        name: 'Ada',
        age: 36,
        verified: false,
      },
    },
    result: says(
      'Elicitation completed: {"name":"Ada","age":36,"score":95.5,"status":"active","verified":false}',
    ),
  },
  {
    name: 'test_elicitation_sep1330_enums',
    asked: [{ form: 'Please select options from the enum fields', schema: CHOICES }],
    fills: { 'Please select options from the enum fields': CHOSEN },
    result: says(`Elicitation completed: ${JSON.stringify(CHOSEN)}`),
  },
  {
    name: 'test_sampling',
    args: { prompt: 'Say something' },
    asked: [model('Say something', 100)],
    result: says('LLM response: said the model'),
  },
  {
    name: 'test_input_required_result_elicitation',
    asked: [form('What is your name?', 'name')],
    fills: { 'What is your name?': { name: 'Ada' } },
    result: says('Hello, Ada!'),
  },
  {
    name: 'test_input_required_result_sampling',
    asked: [model('What is the capital of France?', 100)],
    result: says('The model says: said the model'),
  },
  {
    name: 'test_input_required_result_list_roots',
    asked: [roots],
    result: says('Roots: file:///work'),
  },
  {
    name: 'test_input_required_result_request_state',
    asked: [confirmation('Please confirm')],
    fills: { 'Please confirm': { ok: true } },
    result: says('state-ok'),
  },
  {
    name: 'test_input_required_result_multiple_inputs',
    asked: [form('What is your name?', 'name'), model('Generate a greeting', 50), roots],
    fills: { 'What is your name?': { name: 'Ada' } },
    result: says('said the model Ada, you work on file:///work.'),
  },
  {
    name: 'test_input_required_result_multi_round',
    asked: [
      form('Step 1: What is your name?', 'name'),
      form('Step 2: What is your favorite color, Ada?', 'color'),
    ],
    fills: {
      'Step 1: What is your name?': { name: 'Ada' },
      'Step 2: What is your favorite color, Ada?': { color: 'blue' },
    },
    result: says('Ada likes blue.'),
  },
  {
    name: 'test_input_required_result_tampered_state',
    asked: [confirmation('Please confirm')],
    fills: { 'Please confirm': { ok: true } },
    result: says('The state came back untampered.'),
  },
  {
    name: 'test_input_required_result_capabilities',
    asked: [form('What is your name?', 'name'), model('Generate a greeting', 50)],
    fills: { 'What is your name?': { name: 'Ada' } },
    result: says('said the model Ada!'),
  },
];

const DIAGNOSTICS: readonly ToolCase[] = [
  {
    name: 'test_missing_capability',
    asked: [model('Are you there?', 10)],
    result: says('The model answered: said the model'),
  },
  {
    name: 'test_streaming_elicitation',
    asked: [yes('Go on?')],
    fills: { 'Go on?': { confirm: 'yes' } },
    result: says('Went on.'),
  },
  { name: 'test_logging_tool', result: says('Logged.') },
  { name: 'test_trigger_tool_change', result: says('Told of the tools.') },
  { name: 'test_trigger_prompt_change', result: says('Told of the prompts.') },
  { name: 'test_trigger_resource_change', result: says('Told of the watched resource.') },
];

export const TOOL_CASES: readonly ToolCase[] = [...PLAIN, ...ASKING, ...DIAGNOSTICS];
