import type { Asked, Ended } from './asked.js';
import {
  accept,
  CONFIRM,
  cancel,
  DETAILS,
  decline,
  failed,
  form,
  NAME,
  name,
  no,
  prompt,
  resource,
  TOO_SHORT,
  text,
  tool,
  url,
  yes,
} from './shapes.js';
import type { Answers, Request } from './ways.js';

/** One call, what its client is asked and answers, and what it ends in: the same whichever way it goes. */
export interface Case {
  readonly name: string;
  readonly request: Request;
  readonly answers: Answers;
  /** Questions by round; a round that asks nothing is an empty list. */
  readonly rounds: readonly (readonly Omit<Asked, 'round'>[])[];
  readonly ended: Ended;
}

const DEPLOY = [[form('confirm', 'Deploy to prod?', CONFIRM)]];
const TONE = form('tone', 'Tone for a.ts?', NAME);
const RELEASED = {
  build: 'prod-42',
  title: 'Spring (eu, ui+api)',
  where: ['file:///home/ada', 'file:///srv'],
  words: 3,
  signed: ['legal'],
};

export const CASES: readonly Case[] = [
  {
    name: 'a tool with one question',
    request: tool('deploy', { env: 'prod' }),
    answers: { confirm: yes },
    rounds: DEPLOY,
    ended: text('Deployed to prod.'),
  },
  {
    name: 'an answer of no, which is an answer',
    request: tool('deploy', { env: 'prod' }),
    answers: { confirm: no },
    rounds: DEPLOY,
    ended: text('Nothing was deployed.'),
  },
  {
    name: 'a declined question',
    request: tool('deploy', { env: 'prod' }),
    answers: { confirm: decline },
    rounds: DEPLOY,
    ended: failed('The user declined "confirm".'),
  },
  {
    name: 'a dismissed question',
    request: tool('deploy', { env: 'prod' }),
    answers: { confirm: [{ action: 'cancel', content: { confirm: true } }] },
    rounds: DEPLOY,
    ended: failed('The user dismissed "confirm".'),
  },
  {
    name: 'three rounds of computes, forms, roots, a sample and several questions in one',
    request: tool('release', { env: 'prod' }),
    answers: {
      details: [
        accept({
          title: 'Spring',
          share: 0.5,
          reviewers: 2,
          urgent: true,
          channel: 'beta',
          region: 'eu',
          labels: ['ui', 'api'],
        }),
      ],
      where: [{ roots: [{ uri: 'file:///home/ada', name: 'Ada' }, { uri: 'file:///srv' }] }],
      notes: [
        {
          role: 'assistant',
          model: 'm-1',
          content: { type: 'text', text: 'All is new' },
          stopReason: 'endTurn',
        },
      ],
      'sign.legal': yes,
      'sign.press': no,
      'sign.page': [accept()],
    },
    rounds: [
      [form('details', 'Release prod-42?', DETAILS)],
      [
        { step: 'where', kind: 'roots', message: undefined, schema: undefined },
        {
          step: 'notes',
          kind: 'sample',
          message: [{ role: 'user', content: { type: 'text', text: 'Notes on prod-42: Spring' } }],
          schema: { maxTokens: 50, systemPrompt: 'Be brief.' },
        },
      ],
      [
        form('sign.legal', 'Legal: "All is new"?', CONFIRM),
        form('sign.press', 'Press: 3 words?', CONFIRM),
        url('sign.page', 'Read the policy first.', 'https://example.com/policy'),
      ],
    ],
    ended: {
      result: {
        content: [{ type: 'text', text: JSON.stringify(RELEASED) }],
        structuredContent: RELEASED,
      },
    },
  },
  {
    name: 'optional questions: answered, declined, dismissed, answered by nothing that fits, and one that is not put',
    request: tool('survey'),
    answers: { nick: name('Ada'), age: decline, city: cancel, tea: name('x'), page: [accept()] },
    rounds: [
      [
        form('nick', 'Nickname?', NAME),
        form('age', 'Age?', NAME),
        form('city', 'City?', NAME),
        form('tea', 'Tea?', NAME),
        url('page', 'Our terms.', 'https://example.com/terms'),
      ],
    ],
    ended: text(
      'nick: answered {"name":"Ada"}\nage: declined null\ncity: cancelled null\ntea: missing null\npage: answered true\nnever: skipped null',
    ),
  },
  {
    name: 'a refusal that the author has words for',
    request: tool('careful'),
    answers: { first: name('Ada'), second: decline },
    rounds: [[form('first', 'First?', NAME), form('second', 'Second?', NAME)]],
    ended: text('Kept, Ada: second was a decline.'),
  },
  {
    name: 'answers that do not fit, asked again beside one that does',
    request: tool('careful'),
    answers: { first: [accept({ name: 'x' }), accept(), ...name('Ada')], second: name('Grace') },
    rounds: [
      [form('first', 'First?', NAME), form('second', 'Second?', NAME)],
      [form('first', `First?${TOO_SHORT}`, NAME)],
      [form('first', 'First?\n\nname: needs an answer', NAME)],
    ],
    ended: text('Ada and Grace'),
  },
  {
    name: 'answers that never fit',
    request: tool('careful'),
    answers: { first: name('x', 'y', 'z'), second: name('Grace') },
    rounds: [
      [form('first', 'First?', NAME), form('second', 'Second?', NAME)],
      [form('first', `First?${TOO_SHORT}`, NAME)],
      [form('first', `First?${TOO_SHORT}`, NAME)],
    ],
    ended: failed('The answer to "first" did not fit in "name", and there are no attempts left.'),
  },
  {
    name: 'a page to visit',
    request: tool('visit'),
    answers: { page: [accept()] },
    rounds: [[url('page', 'Please sign in.', 'https://example.com/sign-in?to=a%20b')]],
    ended: text('visited: true'),
  },
  {
    name: 'rounds with nothing to ask',
    request: tool('poll', { rounds: 2 }),
    answers: {},
    rounds: [[], []],
    ended: text('counted 2 in 3 rounds'),
  },
  {
    name: 'questions beside and after what is still being computed',
    request: tool('weigh'),
    answers: { name: name('Ada'), sure: yes },
    rounds: [[form('name', 'Whose?', NAME)], [], [form('sure', 'Really 80?', CONFIRM)]],
    ended: text('Ada: 80, true, in 4 rounds'),
  },
  {
    name: 'an author who fails the call on purpose, after asking',
    request: tool('deploy', { env: 'mars' }),
    answers: { confirm: yes },
    rounds: [[form('confirm', 'Deploy to mars?', CONFIRM)]],
    ended: failed('There is no such place.'),
  },
  {
    name: 'an author who throws after asking',
    request: tool('deploy', { env: 'void' }),
    answers: { confirm: yes },
    rounds: [[form('confirm', 'Deploy to void?', CONFIRM)]],
    ended: failed('The call failed because of an error on the server.'),
  },
  {
    name: 'arguments that do not fit',
    request: tool('deploy', { env: 7 }),
    answers: {},
    rounds: [],
    ended: failed(
      'Invalid arguments for deploy: env: Invalid input: expected string, received number',
    ),
  },
  {
    name: 'a prompt that asks, and once more',
    request: prompt,
    answers: { tone: name('x', 'kind') },
    rounds: [[TONE], [{ ...TONE, message: `Tone for a.ts?${TOO_SHORT}` }]],
    ended: {
      result: {
        messages: [
          { role: 'user', content: { type: 'text', text: 'Review a.ts, kind.' } },
          { role: 'assistant', content: { type: 'text', text: 'Gladly.' } },
        ],
      },
    },
  },
  {
    name: 'a prompt whose question is declined',
    request: prompt,
    answers: { tone: decline },
    rounds: [[TONE]],
    ended: { error: { code: 4001, message: 'The user declined "tone".', data: { step: 'tone' } } },
  },
  {
    name: 'a prompt whose author fails the call on purpose',
    request: prompt,
    answers: { tone: name('rude') },
    rounds: [[TONE]],
    ended: { error: { code: -32603, message: 'Not that tone.' } },
  },
  {
    name: 'a prompt with answers that never fit',
    request: prompt,
    answers: { tone: name('x', 'y') },
    rounds: [[TONE], [{ ...TONE, message: `Tone for a.ts?${TOO_SHORT}` }]],
    ended: {
      error: {
        code: -32603,
        message: 'The answer to "tone" did not fit in "name", and there are no attempts left.',
      },
    },
  },
  {
    name: 'a resource that asks',
    request: resource('secret://moon'),
    answers: { allow: yes },
    rounds: [[form('allow', 'Show moon?', CONFIRM)]],
    ended: {
      result: {
        contents: [{ uri: 'secret://moon', mimeType: 'text/plain', text: 'the secret moon' }],
      },
    },
  },
  {
    name: 'a resource of bytes',
    request: resource('secret://moon'),
    answers: { allow: no },
    rounds: [[form('allow', 'Show moon?', CONFIRM)]],
    ended: {
      result: { contents: [{ uri: 'secret://moon', mimeType: 'text/plain', blob: 'AQID' }] },
    },
  },
  {
    name: 'a resource whose question is dismissed',
    request: resource('secret://moon'),
    answers: { allow: cancel },
    rounds: [[form('allow', 'Show moon?', CONFIRM)]],
    ended: {
      error: { code: 4001, message: 'The user dismissed "allow".', data: { step: 'allow' } },
    },
  },
  {
    name: 'a resource that can do without its answer',
    request: resource('status://now'),
    answers: { as: decline },
    rounds: [[form('as', 'As whom?', NAME)]],
    ended: { result: { contents: [{ uri: 'status://now', text: 'fine, stranger' }] } },
  },
  {
    name: 'a hand-written handler without a state of its own',
    request: tool('remove', { path: 'a.txt' }),
    answers: { confirm: yes },
    rounds: [[form('confirm', 'Delete a.txt?', CONFIRM)]],
    ended: text('Deleted a.txt.'),
  },
  {
    name: 'a hand-written handler that is declined',
    request: tool('remove', { path: 'a.txt' }),
    answers: { confirm: decline },
    rounds: [[form('confirm', 'Delete a.txt?', CONFIRM)]],
    ended: text('Kept.'),
  },
  {
    name: 'a hand-written handler with a state: two questions, a round without, and one more',
    request: tool('book'),
    answers: { from: [accept({ from: 'Ulm' })], page: [accept()], go: [accept({ go: true })] },
    rounds: [
      [
        form('from', 'From?', {
          type: 'object',
          properties: { from: { type: 'string' } },
          required: ['from'],
        }),
        url('page', 'Our rules.', 'https://example.com/rules'),
      ],
      [],
      [
        form('go', 'From Ulm?', {
          type: 'object',
          properties: { go: { type: 'boolean' } },
          required: ['go'],
        }),
      ],
    ],
    ended: text('Booked from Ulm.'),
  },
];
