import { yesOf } from '@countersign/core/internal';
import { wireAnswers } from '../answers.js';
import type { AskView } from '../asks.js';
import type { Flow } from '../flow.js';
import type { Members } from '../members.js';
import { madeUp } from './made-up.js';
import type { Means, Planned, Skipped } from './plan.js';
import { newestEvents } from './stopped.js';

const NEARLY_YES = 'nearly yes';

/** What hosts and models send for a yes that was not given, as the content of an accept. */
const VALUES: readonly unknown[] = [
  true,
  'YES',
  'Yes',
  'y',
  'true',
  'on',
  'ok',
  1,
  '1',
  ['yes'],
  '',
];
const CONTENTS: readonly unknown[] = [{}, null, true, 'yes', []];

/**
 * Answers each question that asks for a yes, and for nothing else, with what is nearly one: each is
 * asked again. Not for hand-written handlers, which read their answers themselves.
 */
export function nearlyYes(flow: Flow, means: Means): [Planned[], Skipped[]] {
  const none = (because: string): [Planned[], Skipped[]] => [[], [{ move: NEARLY_YES, because }]];
  if (!means.blueprint?.steps.size) return none('a hand-written handler reads its answers itself');
  // To the others a yes: a no of theirs would end the call before this one is looked at.
  const others = wireAnswers(flow.asks, madeUp(flow.asks));
  const planned = Object.entries(flow.asks).flatMap(([key, ask]): Planned[] => {
    const field = yesFieldOf(ask);
    return field === undefined ? [] : [move(key, ask, field, others)];
  });
  return planned.length > 0 ? [planned, []] : none('no open question asks for a yes alone');
}

/** The only field of a form, if that is required and asks for a yes. */
function yesFieldOf(ask: AskView): string | undefined {
  if (ask.kind !== 'form') return undefined;
  const [[name, field] = [], ...others] = Object.entries(ask.fields);
  const { required } = ask.requestedSchema;
  if (name === undefined || others.length > 0) return undefined;
  if (yesOf(ask.requestedSchema) === undefined && field?.type !== 'boolean') return undefined;
  return Array.isArray(required) && required.includes(name) ? name : undefined;
}

function move(key: string, ask: AskView, field: string, others: Members): Planned {
  const all = answersNearYes(ask, field);
  return {
    move: `${NEARLY_YES} to '${key}', in ${all.length} ways`,
    expected: ['misfit'],
    ways: all.map((answer) => ({
      way: JSON.stringify(answer),
      make: (at) => at.answerRaw({ ...others, [key]: answer }),
    })),
    judge: (at) => {
      const events = newestEvents(at);
      const counted = events.some(
        (event) => /^answer\.(taken|declined|cancelled) /.test(event) && event.endsWith(` ${key}`),
      );
      if (counted) return 'nothing';
      return events.includes(`answer.invalid ${key}`) ? 'misfit' : 'not_asked';
    },
  };
}

function answersNearYes(ask: AskView, field: string): readonly unknown[] {
  const yes = ask.kind === 'form' ? yesOf(ask.requestedSchema) : undefined;
  const meant = yes ?? true;
  const values = [...VALUES, 'yes', ' yes ', ...(yes === undefined ? [] : spellings(yes))];
  const accepts = [...new Set(values)]
    .filter((value) => value !== meant)
    .map((value) => ({ [field]: value }));
  return [
    ...[...accepts, ...CONTENTS].map((content) => ({ action: 'accept', content })),
    { action: 'accept' },
    { action: 'yes', content: { [field]: meant } },
    { action: 'ACCEPT', content: { [field]: meant } },
  ];
}

/** A text as people mistype it. */
const spellings = (text: string): readonly string[] => [
  text.toUpperCase(),
  text.toLowerCase(),
  ` ${text} `,
  `"${text}"`,
  text.slice(0, -1),
];
