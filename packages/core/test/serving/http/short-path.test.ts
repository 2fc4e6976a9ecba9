import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerEvent, ServerOptions } from '../../../src/index.js';
import { createServer } from '../../../src/index.js';
import { longWayServer } from '../../../src/serving/create-server.js';
import { recognise } from '../../../src/serving/http/recognise.js';
import { ANSWERS } from '../../support/answers.js';
import { FakeClock } from '../../support/fake-clock.js';
import {
  ANSWERED,
  type Asked,
  CAPABILITIES,
  calls,
  DECLARED,
  KEYS,
  perturbations,
  properRequests,
  requestOf,
  type Sent,
  written,
} from '../../support/random-requests.js';
import { EVERYTHING, Releases } from '../../support/releases.js';
import { linesLogger } from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';

/** A server of which everything that could differ from one to the next stands still. */
function still(make: typeof createServer) {
  const events: ServerEvent[] = [];
  const { lines, logger } = linesLogger();
  const options: ServerOptions = {
    name: 'twins',
    version: '1.0.0',
    title: 'Twins',
    components: [...EVERYTHING, ...ANSWERS],
    providers: [{ token: Releases, useClass: Releases }],
    state: { codec: testCodec(), holdMs: 0 },
    pageSize: 4,
    cacheHints: {
      'tools/list': { ttlMs: 5 },
      'prompts/list': { cacheScope: 'public' },
      'resources/read': { ttlMs: 9 },
    },
    clock: new FakeClock(),
    random: (length) => new Uint8Array(length).fill(7),
    logger,
    onEvent: (event) => void events.push(event),
  };
  const server = make(options);
  const told = () => ({
    events: events.splice(0),
    lines: lines.all.splice(0).map(({ level, message }) => `${level} ${message}`),
  });
  told(); // that there are pages
  return { server, told };
}

const short = still(createServer);
const long = still(longWayServer);
afterAll(() => Promise.all([short, long].map(({ server }) => server.close({ graceMs: 0 }))));

const TOKEN = {
  token: 't',
  clientId: 'c',
  scopes: ['admin'],
  extra: { iss: 'https://id.example.com', sub: 'bob' },
};

async function answerOf({ server, told }: typeof short, sent: Sent) {
  const response = await server.fetch(requestOf(sent), sent.token ? { authInfo: TOKEN } : {});
  const text = await response.text();
  const headers = Object.fromEntries(response.headers);
  const body = headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : text;
  return { status: response.status, headers, body, ...told() };
}

const isShort = (sent: Sent): boolean => {
  try {
    return recognise(requestOf(sent), JSON.parse(sent.text)) !== undefined;
  } catch {
    return false;
  }
};

/** States of open flows, by the call that they belong to. Filled before anything is compared. */
const states = new Map<Asked, string>();
beforeAll(async () => {
  for (const one of calls) {
    const { body } = await answerOf(
      long,
      written({ ...one, meta: { [DECLARED]: CAPABILITIES[4] }, id: 0 }),
    );
    if (body.result?.requestState !== undefined) states.set(one, body.result.requestState);
  }
});

const RUNS = 300;

describe('the short path', { timeout: 120_000 }, () => {
  it('answers a client that does everything right as the SDK answers it, and does take its requests', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(properRequests(states), async (sent) => {
        if (isShort(sent)) taken++;
        expect(await answerOf(short, sent)).toEqual(await answerOf(long, sent));
      }),
      { numRuns: RUNS },
    );
    expect(taken / RUNS).toBeGreaterThan(0.6);
  });

  it('turns pages as the SDK turns them, for everybody his own', async () => {
    for (const token of [false, true]) {
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const sent = written(
          {
            method: 'tools/list',
            params: { ...(cursor !== undefined && { cursor }) },
            meta: {},
            id: 1,
          },
          token,
        );
        expect(isShort(sent)).toBe(true);
        const page = await answerOf(short, sent);
        expect(page).toEqual(await answerOf(long, sent));
        names.push(...page.body.result.tools.map(({ name }: { name: string }) => name));
        cursor = page.body.result.nextCursor;
      } while (cursor !== undefined);
      expect(names.length).toBeGreaterThan(8);
      expect(names.includes('hidden')).toBe(token);
    }
  });

  it('answers everybody else as the SDK answers them', async () => {
    let [taken, left] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        properRequests(states),
        fc.array(perturbations, { minLength: 1, maxLength: 2 }),
        async (request, changes) => {
          let sent = request;
          try {
            sent = changes.reduce((changed, change) => change(changed), request);
            requestOf(sent);
          } catch {
            return; // no request at all any more
          }
          if (isShort(sent)) taken++;
          else left++;
          expect(await answerOf(short, sent)).toEqual(await answerOf(long, sent));
        },
      ),
      { numRuns: RUNS * 2 },
    );
    expect(taken).toBeGreaterThan(0);
    expect(left).toBeGreaterThan(0);
  });

  it('takes answers as the SDK takes them', async () => {
    expect(states.size).toBeGreaterThan(8);
    for (const [one, state] of states) {
      const seen = new Set<string>();
      for (const answer of ANSWERED) {
        const inputResponses = Object.fromEntries(KEYS.map((key) => [key, answer]));
        const params = { ...one.params, requestState: state, inputResponses };
        const sent = written({
          method: one.method,
          params,
          meta: { [DECLARED]: CAPABILITIES[4] },
          id: 1,
        });
        const answered = await answerOf(short, sent);
        expect(answered).toEqual(await answerOf(long, sent));
        seen.add(JSON.stringify(answered.body));
      }
      // Handlers that take nothing, and rounds that ask nothing, answer alike whatever comes; so does a list of roots that is
      // optional, since nobody can correct one that does not fit.
      const alike = ['by-hand', 'poll'].includes(one.params.name as string);
      if (!alike && ![...seen].some((body) => body.includes('optional roots')))
        expect(seen.size).toBeGreaterThan(1);
    }
  });
});
