import { inspect } from 'node:util';
import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import {
  type Answers,
  ask,
  type CallContext,
  Compute,
  createServer,
  Elicit,
  form,
  principalClaims,
  Resource,
  type ServerEvent,
  Tool,
} from '@countersign/core';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { legacyShim } from '../src/index.js';
import { accept } from './support/raw-session.js';
import { recording, unregistered } from './support/recording.js';
import { atEnd, soon } from './support/served.js';

afterEach(unregistered);

const KEY = Buffer.from('canary-key-of-32-bytes-or-longer!');

/** What must be nowhere but where it is meant to be: every kind of thing that a caller, an author or an operator trusts to a server. */
const CANARIES = {
  argument: 'canary-argument',
  answer: 'canary-answer',
  misfit: 'canary-misfit',
  declined: 'canary-declined',
  computed: 'canary-computed',
  question: 'canary-question',
  result: 'canary-result',
  uri: 'canary-uri',
  member: 'canary-member',
  unknown: 'canary-unknown-tool',
  subject: 'canary-subject',
  token: 'canary-token',
  badToken: 'canary-bad-token',
  client: 'canary-client',
  baggage: 'canary-baggage',
  progress: 'canary-progress-token',
  told: 'canary-told',
  thrown: 'canary-thrown',
  errorName: 'CanaryErrorName',
  key: KEY.toString('utf8'),
  keyBase64url: KEY.toString('base64url'),
  keyHex: KEY.toString('hex'),
} as const;
const CREDENTIALS = ['token', 'badToken', 'key', 'keyBase64url', 'keyHex'] as const;

const Text = form(z.object({ text: z.string().max(20) }));
const Input = z.object({
  secret: z.string(),
  how: z.enum(['return', 'throw', 'fail', 'ask']).default('return'),
});
type Input = z.output<typeof Input>;

@Tool({ name: 'keeper', description: 'Asks, computes and ends as it is told.', input: Input })
class Keeper {
  @Compute({ readable: true }) computed({ how }: Input) {
    return `${CANARIES.computed} ${how}`;
  }
  @Elicit({ attempts: 2 }) text({ secret }: Input, { computed }: Answers<Keeper, 'computed'>) {
    return ask.form(`${CANARIES.question} ${secret} ${computed}`, Text);
  }
  @Elicit() many({ how, secret }: Input) {
    return ask.all(how === 'ask' ? { [CANARIES.member]: ask.form(`${secret}?`, Text) } : {});
  }
  run({ how }: Input, { text }: Answers<Keeper>, ctx: CallContext) {
    if (how === 'fail') return ctx.fail(`${CANARIES.told} ${text.text}`);
    if (how === 'throw')
      throw Object.assign(new Error(CANARIES.thrown), {
        name: CANARIES.errorName,
        secret: text.text,
      });
    return `${CANARIES.result} ${text.text}`;
  }
}

@Resource({ uri: 'vault://{name}', name: 'vault' })
class Vault {
  @Elicit() text({ name }: { name: string }) {
    return ask.form(`Open ${name}?`, Text);
  }
  run({ name }: { name: string }, { text }: Answers<Vault>) {
    return `${name} ${text.text}`;
  }
}

const CODECS = { aead: () => aeadCodec({ keys: [KEY] }), hmac: () => hmacCodec({ keys: [KEY] }) };
const verifier = {
  verifyAccessToken: async (token: string) =>
    token === CANARIES.token
      ? {
          token,
          clientId: 'app',
          scopes: [],
          expiresAt: 4e9,
          extra: principalClaims({ iss: 'https://issuer.example', sub: CANARIES.subject }),
        }
      : undefined,
};

/** Everything that a server hands to an operator, as text. */
const written = (value: unknown) =>
  inspect(value, { depth: 20, maxStringLength: null, maxArrayLength: null, showHidden: true });
const found = (text: string, among: readonly string[]) =>
  among.filter((canary) => text.includes(canary));

/** A whole set of flows; returns what an operator got of them, and every secret there was. */
async function flows(era: '2026' | '2025', codec: keyof typeof CODECS) {
  const telemetry = recording();
  const log: unknown[] = [];
  const line = (fields: object, message: string) => void log.push([fields, message]);
  const events: ServerEvent[] = [];
  const server = createServer({
    name: 'test',
    version: '1.0.0',
    components: [Keeper, Vault],
    state: { codec: CODECS[codec]() },
    auth: { verifier },
    legacy: legacyShim(),
    logger: { debug: line, info: line, warn: line, error: line },
    onEvent: (event) => events.push(event),
  });
  atEnd(() => server.close({ graceMs: 0 }));
  const { url } = await server.listen();
  const secrets: Set<string> = new Set(Object.values(CANARIES));
  const wire: string[] = [];
  let answers: readonly unknown[] = [];

  const client = new Client(
    { name: CANARIES.client, version: '1' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: era === '2026' ? { pin: '2026-07-28' } : 'legacy' },
    },
  );
  client.setRequestHandler('elicitation/create', async () => {
    const [next, ...others] = answers;
    answers = others;
    return next as { action: 'accept' };
  });
  const heard: typeof fetch = async (input, init) => {
    wire.push(String(init?.body));
    const response = await fetch(input, init);
    const session = response.headers.get('mcp-session-id');
    if (session !== null) secrets.add(session);
    if (era === '2025') return response; // a stream that goes on
    const text = await response.clone().text();
    wire.push(text);
    for (const [, state] of text.matchAll(/"requestState":"([^"]+)"/g))
      secrets.add(String(state).slice(3));
    return response;
  };
  const headers = { authorization: `Bearer ${CANARIES.token}` };
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers }, fetch: heard }),
  );
  atEnd(() => client.close());
  const _meta = { baggage: `role=${CANARIES.baggage}`, progressToken: CANARIES.progress };
  const call = async (given: readonly unknown[], how: string, name = 'keeper') => {
    answers = given;
    const ended = await client
      .callTool({ name, arguments: { secret: CANARIES.argument, how }, _meta })
      .catch((error: Error) => error.message);
    wire.push(JSON.stringify(ended));
  };
  const good = accept({ text: CANARIES.answer });
  const misfit = accept({ text: `${CANARIES.misfit}, and far too long` });
  await call([good], 'return');
  await call([good, good], 'ask');
  await call([good], 'throw');
  await call([good], 'fail');
  await call([misfit, good], 'return');
  await call([misfit, misfit], 'return');
  await call([{ action: 'decline', content: { text: CANARIES.declined } }], 'return');
  await call([], 'return', CANARIES.unknown);
  answers = [good];
  await client.readResource({ uri: `vault://${CANARIES.uri}` });
  if (era === '2026') await tampered(url, headers);
  const refused = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${CANARIES.badToken}` },
    body: '{}',
  });
  expect(refused.status).toBe(401);

  await soon(() =>
    expect(telemetry.spans().length).toBeGreaterThanOrEqual(era === '2026' ? 19 : 17),
  );
  const observed = { spans: telemetry.spans(), metrics: await telemetry.metrics() };
  return { observed, events, log, wire: wire.join('\n'), secrets: [...secrets] };
}

/** Asks by hand, alters the state in its middle, and presents it, and one of another key. */
async function tampered(url: URL, headers: object) {
  const client = new Client(
    { name: 'raw', version: '1' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  );
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...headers } } }),
  );
  atEnd(() => client.close());
  const call = { name: 'keeper', arguments: { secret: CANARIES.argument } };
  const asked = (await client.callTool(call, { allowInputRequired: true })) as {
    requestState?: string;
  };
  const state = asked.requestState as string;
  const at = Math.floor(state.length / 2);
  const altered = state.slice(0, at) + (state[at] === 'A' ? 'B' : 'A') + state.slice(at + 1);
  const inputResponses = { text: accept({ text: CANARIES.answer }) };
  for (const requestState of [altered, 'x1.AAAA', state.slice(0, -4)])
    await expect(
      client.callTool({ ...call, requestState, inputResponses } as never, {
        allowInputRequired: true,
      }),
    ).rejects.toThrow('requestState');
}

describe.each(['2026', '2025'] as const)('to an operator of a server of %s clients', (era) => {
  it.each(['aead', 'hmac'] as const)(
    'spans, counters, events and logs name no secret of anybody (%s)',
    async (codec) => {
      const { observed, events, log, wire, secrets } = await flows(era, codec);

      // First, that there was something to hide, and that it would be found.
      for (const canary of ['argument', 'answer', 'misfit', 'question', 'result', 'told'] as const)
        if (era === '2026' || canary !== 'question') expect(wire).toContain(CANARIES[canary]);
      expect(secrets.length).toBeGreaterThan(Object.keys(CANARIES).length);
      expect(found(written([{ deep: [{ down: CANARIES.answer }] }]), secrets)).toEqual([
        CANARIES.answer,
      ]);
      const outcomes = observed.spans.map(({ attributes }) => attributes['countersign.outcome']);
      for (const outcome of ['asking', 'completed', 'refused', 'exhausted', 'failed', 'rejected'])
        expect(outcomes).toContain(outcome);
      expect(written(observed.metrics)).toContain('countersign.rounds');

      expect(found(written(observed), secrets)).toEqual([]);

      // Events and logs have by design the error that an author threw, whole; and the key of a question, which he may make of an argument.
      const thrown = (entry: unknown) => written(entry).includes(CANARIES.thrown);
      expect(events.filter(thrown)).toMatchObject([{ type: 'error', where: 'run' }]);
      expect(log.filter(thrown)).toHaveLength(1);
      const others = [...events, ...log].filter((entry) => !thrown(entry));
      expect(found(written(others), secrets)).toEqual([CANARIES.member]);
      // Not even in the error that was thrown:
      const inCalls: readonly string[] = Object.values(CANARIES);
      const credentials = secrets
        .filter((secret) => !inCalls.includes(secret))
        .concat(CREDENTIALS.map((name) => CANARIES[name]));
      expect(found(written([events, log]), credentials)).toEqual([]);
    },
  );
});
