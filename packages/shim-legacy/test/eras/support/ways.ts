import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Era, ServerEvent } from '@countersign/core';
import { OFFICIAL, type Official } from '../../support/official.js';
import { type CodecName, eraServer } from '../fixtures/server.js';
import {
  Announcements,
  type Asked,
  type Ended,
  errorOf,
  kindOf,
  notLive,
  type Question,
  read,
  resultOf,
} from './asked.js';

export interface Request {
  readonly method: 'tools/call' | 'prompts/get' | 'resources/read';
  readonly params: Readonly<Record<string, unknown>>;
}

/** What the person, the model and the client itself answer, by wire key; one for each time that it is asked, and null for no answer. */
export type Answers = Readonly<Record<string, readonly (object | null)[]>>;

export interface Played {
  readonly asked: readonly Asked[];
  readonly ended: Ended;
}

/** A server that can be reached in one way, and a client that goes it. */
export interface Opened {
  play(request: Request, answers: Answers): Promise<Played>;
  readonly events: readonly ServerEvent[];
  close(): Promise<void>;
}

export interface Way {
  readonly name: string;
  readonly era: Era;
  readonly client: keyof typeof OFFICIAL;
  readonly transport: 'http' | 'stdio';
  /** Live: the client hands each question to its handlers. By hand: the test carries answers and state from request to request. */
  readonly drive: 'live' | 'by hand';
}

export const WAYS: readonly Way[] = [
  { name: 'modern HTTP', era: '2026', client: 'modern', transport: 'http', drive: 'by hand' },
  {
    name: 'modern HTTP, the client driving',
    era: '2026',
    client: 'modern',
    transport: 'http',
    drive: 'live',
  },
  { name: 'modern stdio', era: '2026', client: 'modern', transport: 'stdio', drive: 'by hand' },
  {
    name: 'a 2025 session, client v2',
    era: '2025',
    client: 'v2',
    transport: 'http',
    drive: 'live',
  },
  {
    name: 'a 2025 session, client v1',
    era: '2025',
    client: 'v1',
    transport: 'http',
    drive: 'live',
  },
  { name: '2025 stdio, client v2', era: '2025', client: 'v2', transport: 'stdio', drive: 'live' },
  { name: '2025 stdio, client v1', era: '2025', client: 'v1', transport: 'stdio', drive: 'live' },
];

const program = fileURLToPath(new URL('../../../dist/.eras/stdio.js', import.meta.url));

/** The server as a process, for whoever starts it. */
export function stdioProgram(codec: CodecName): { command: string; args: string[] } {
  if (!existsSync(program))
    throw new Error('compile the tests first: npx tsc -b packages/shim-legacy/test');
  return { command: process.execPath, args: [program, codec] };
}

/** Starts a server of its own for the way, and connects to it. */
export async function open(
  { client: generation, transport, drive }: Way,
  codec: CodecName,
): Promise<Opened> {
  const events: ServerEvent[] = [];
  let announcements = new Announcements();
  let asking: (question: Question) => Promise<unknown> = () =>
    Promise.reject(new Error('asked outside a call'));
  /** Questions as they came on a live connection: the client hands on only the members that it knows. */
  const wire: Question[] = [];
  let interim: Interim | undefined;
  const onEvent = (event: ServerEvent) => {
    events.push(event);
    announcements.hear(event);
  };
  const behind = {
    elicit: (params: unknown) => asking({ method: 'elicitation/create', params }),
    sample: (params: unknown) => asking({ method: 'sampling/createMessage', params }),
    roots: () => asking({ method: 'roots/list' }),
    wire: (message: { readonly method?: string; readonly result?: object }) => {
      if (isQuestion(message)) wire.push(message);
      if (message.method === undefined)
        interim = isInterim(message.result) ? message.result : undefined;
    },
  };

  const { to, end } = await serve();
  const client = await OFFICIAL[generation](to, behind);
  return {
    events,
    play: (request, answers) =>
      drive === 'live' ? live(request, person(answers)) : byHand(request, person(answers)),
    close: async () => {
      await client.close();
      await end();
    },
  };

  async function serve() {
    if (transport === 'stdio')
      return {
        to: { ...stdioProgram(codec), heard: lines((line) => onEvent(JSON.parse(line))) },
        end: async () => undefined,
      };
    const { server } = eraServer({ codec, onEvent });
    return { to: (await server.listen()).url, end: () => server.close({ graceMs: 0 }) };
  }

  async function live(request: Request, answer: Person): Promise<Played> {
    const asked: (Asked & { index: number })[] = [];
    announcements = new Announcements();
    wire.length = 0;
    asking = async (question) => {
      const kind = kindOf(question);
      const at = wire.findIndex((each) => kindOf(each) === kind);
      const [came = question] = at < 0 ? [] : wire.splice(at, 1).map(notLive);
      const { round, index, step } = await announcements.next(kind);
      asked.push({ round, index, step, ...read(came) });
      return answer(step) ?? Promise.reject(new Error('left unanswered'));
    };
    const ended = await settled(send(client, request));
    if (announcements.left.length > 0)
      throw new Error(`announced, and not asked: ${announcements.left.join()}`);
    asked.sort((a, b) => a.round - b.round || a.index - b.index);
    return { asked: asked.map(({ index: _, ...one }) => one), ended };
  }

  async function byHand(request: Request, answer: Person): Promise<Played> {
    const asked: Asked[] = [];
    let carried = {};
    for (let round = 1; ; round++) {
      const ended = await settled(
        send(
          client,
          { ...request, params: { ...request.params, ...carried } },
          { allowInputRequired: true },
        ),
      );
      if (interim === undefined) return { asked, ended };
      const { requestState, inputRequests = {} } = interim;
      const inputResponses: Record<string, object> = {};
      for (const [step, question] of Object.entries(inputRequests)) {
        asked.push({ round, step, ...read(question) });
        const given = answer(step);
        if (given !== null) inputResponses[step] = given;
      }
      carried = { requestState, ...(Object.keys(inputResponses).length > 0 && { inputResponses }) };
    }
  }
}

type Person = (step: string) => object | null;

/** Gives each question its answers in turn. One that no test has an answer for is a mistake. */
function person(answers: Answers): Person {
  const left = new Map(Object.entries(answers).map(([step, each]) => [step, [...each]]));
  return (step) => {
    const answer = left.get(step)?.shift();
    if (answer === undefined) throw new Error(`nobody answers "${step}" once more`);
    return answer;
  };
}

const SENDERS = {
  'tools/call': 'callTool',
  'prompts/get': 'getPrompt',
  'resources/read': 'readResource',
} as const;
const send = (client: Official, { method, params }: Request, options?: object): Promise<object> =>
  client[SENDERS[method]](params, options);
const settled = (answer: Promise<object>): Promise<Ended> => answer.then(resultOf, errorOf);

interface Interim {
  readonly requestState: string;
  readonly inputRequests?: Readonly<Record<string, Question>>;
}
const isInterim = (result: object | undefined): result is Interim =>
  result !== undefined && 'resultType' in result && result.resultType === 'input_required';
const isQuestion = (message: { readonly method?: string }): message is Question =>
  message.method === 'elicitation/create' ||
  message.method === 'sampling/createMessage' ||
  message.method === 'roots/list';

/** Calls back for each whole line. */
export function lines(each: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const all = (rest + text).split('\n');
    rest = all.pop() ?? '';
    for (const line of all) each(line);
  };
}
