// The shapes of requests, answers, questions and results that the cases are written in.
import type { Ended } from './asked.js';
import type { Request } from './ways.js';

export const accept = (content?: object) => ({
  action: 'accept',
  ...(content !== undefined && { content }),
});
export const yes = [accept({ confirm: true })];
export const no = [accept({ confirm: false })];
export const name = (...names: string[]) => names.map((each) => accept({ name: each }));
export const decline = [{ action: 'decline' }];
export const cancel = [{ action: 'cancel' }];

export const tool = (called: string, args: object = {}): Request => ({
  method: 'tools/call',
  params: { name: called, arguments: args },
});
export const prompt: Request = {
  method: 'prompts/get',
  params: { name: 'review', arguments: { file: 'a.ts' } },
};
export const resource = (uri: string): Request => ({ method: 'resources/read', params: { uri } });

export const text = (said: string): Ended => ({
  result: { content: [{ type: 'text', text: said }] },
});
export const failed = (said: string): Ended => ({
  result: { content: [{ type: 'text', text: said }], isError: true },
});

export const form = (step: string, message: string, schema: object) => ({
  step,
  kind: 'form' as const,
  message,
  schema,
});
export const url = (step: string, message: string, schema: string) => ({
  step,
  kind: 'url' as const,
  message,
  schema,
});
export const CONFIRM = {
  type: 'object',
  properties: { confirm: { type: 'boolean' } },
  required: ['confirm'],
};
export const NAME = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 2 } },
  required: ['name'],
};
export const DETAILS = {
  type: 'object',
  properties: {
    title: {
      type: 'string',
      title: 'Title',
      description: 'What people will see',
      minLength: 3,
      maxLength: 40,
    },
    contact: { type: 'string', format: 'email' },
    due: { type: 'string', format: 'date' },
    share: { type: 'number', minimum: 0, maximum: 1 },
    reviewers: { type: 'integer', minimum: 1, maximum: 5 },
    urgent: { type: 'boolean', default: false },
    channel: { type: 'string', enum: ['stable', 'beta'] },
    region: {
      type: 'string',
      oneOf: [
        { const: 'eu', title: 'Frankfurt' },
        { const: 'us', title: 'Oregon' },
      ],
    },
    labels: { type: 'array', maxItems: 2, items: { type: 'string', enum: ['ui', 'api', 'docs'] } },
  },
  required: ['title', 'share', 'reviewers', 'channel', 'region', 'labels'],
};
export const TOO_SHORT = '\n\nname: Too small: expected string to have >=2 characters';
