import type { Input } from './damage.js';
import { ASKING, type Held, initialize, legacy, modern, type Wanted } from './requests.js';
import { overFetch, type Seen } from './send.js';
import type { Target } from './targets.js';

const undamaged = ({ httpMethod, path, headers, message }: Wanted): Input => ({
  httpMethod,
  path,
  headers,
  body: message === undefined ? undefined : Buffer.from(JSON.stringify(message)),
});

// biome-ignore lint/suspicious/noExplicitAny: whatever an honest answer holds
type Loose = any;

const messages = ({ type, text }: Seen): Loose[] =>
  type.startsWith('text/event-stream') ? [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data)) : [JSON.parse(text)];
const answerOf = (seen: Seen): Loose => messages(seen).at(-1);

/** Goes through honest first rounds, and opens a session where there are any: what inputs are made from. */
export async function hold(target: Target): Promise<Held> {
  const states = await Promise.all(
    ASKING.map(async ({ method, params = {} }) => {
      const seen = await overFetch(target, undamaged(modern(target, method, params)));
      const { result } = answerOf(seen);
      if (result?.requestState === undefined)
        throw new Error(`${target.name}: ${method} ${JSON.stringify(params)} brought no state: ${seen.text}`);
      return { method, params, requestState: String(result.requestState), keys: Object.keys(result.inputRequests ?? {}) };
    }),
  );
  if (target.legacy !== 'sessions') return { states };
  return { states, session: await openSession(target) };
}

/** In-process: the id is in a header, which `Seen` leaves out. */
async function openSession({ server, ...target }: Target): Promise<string> {
  const { path, headers, message } = initialize({ server, ...target });
  const response = await server.fetch(new Request(`http://127.0.0.1${path}`, { method: 'POST', headers, body: JSON.stringify(message) }));
  await response.text();
  const session = response.headers.get('mcp-session-id');
  if (session === null) throw new Error(`${target.name}: no session was opened, status ${response.status}`);
  await overFetch({ server, ...target }, undamaged(legacy({ server, ...target }, { method: 'notifications/initialized' }, session)));
  return session;
}

const YES = { action: 'accept', content: { confirm: true } };
const DEPLOYED = 'Deployed to staging.';

/** Says what an honest client can no longer do; `undefined` when it gets its round trip in every era that is served. */
export async function brokenService(target: Target): Promise<string | undefined> {
  const deploy = { name: 'deploy', arguments: { env: 'staging' } };
  const asked = await overFetch(target, undamaged(modern(target, 'tools/call', deploy)));
  const { requestState } = answerOf(asked).result ?? {};
  const answered = { ...deploy, requestState, inputResponses: { confirm: YES } };
  const done = await overFetch(target, undamaged(modern(target, 'tools/call', answered)));
  if (textIn(answerOf(done)) !== DEPLOYED) return `2026: ${asked.text} ${done.text}`;
  if (target.legacy !== 'sessions') {
    const listed = await overFetch(target, undamaged(legacy(target, { id: 1, method: 'tools/list' })));
    return answerOf(listed).result?.tools?.length > 0 ? undefined : `2025: ${listed.text}`;
  }
  const { text, end } = await liveRoundTrip(target, deploy);
  return end === DEPLOYED ? undefined : `2025: ${text}`;
}

const textIn = (message: Loose): unknown => message?.result?.content?.[0]?.text;

/** A whole call of a 2025 client: its question comes on the stream of the call, and is answered by another request. */
async function liveRoundTrip(target: Target, deploy: object): Promise<{ readonly text: string; readonly end: unknown }> {
  const session = await openSession(target);
  const { path, headers, message } = legacy(target, { id: 1, method: 'tools/call', params: deploy }, session);
  const request = new Request(`http://127.0.0.1${path}`, { method: 'POST', headers, body: JSON.stringify(message) });
  const response = await target.server.fetch(request);
  let text = '';
  let answered = false;
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const question = messages({
      end: 'answered',
      status: 200,
      type: 'text/event-stream',
      text: text.slice(0, text.lastIndexOf('\n') + 1),
    }).find(({ method }) => method === 'elicitation/create');
    if (question === undefined || answered) continue;
    answered = true;
    await overFetch(target, undamaged(legacy(target, { id: question.id, result: YES }, session)));
  }
  const end = answerOf({ end: 'answered', status: 200, type: 'text/event-stream', text });
  return { text, end: textIn(end) };
}
