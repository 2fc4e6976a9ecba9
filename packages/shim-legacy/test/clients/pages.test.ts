import { type Answers, ask, Elicit, form, inputRequired, Tool } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clientOf, MODES, servedAs, textOf, wireOf } from '../support/modes.js';

const Name = form(z.object({ name: z.string() }));

@Tool({ name: 'sign', description: 'Sends a person to two pages, and asks for a name.' })
class Sign {
  @Elicit() pages() {
    return ask.all({
      terms: ask.url('Read.', 'https://example.com/terms'),
      login: ask.url('Sign in.', 'https://example.com/login'),
    });
  }
  @Elicit() name() {
    return ask.form('Name?', Name);
  }
  run(_: object, { name }: Answers<Sign>) {
    return `signed by ${name.name}`;
  }
}

@Tool({ name: 'by-hand', description: 'Sends a person to a page by itself.' })
class ByHand {
  run() {
    const page = inputRequired.elicitUrl({ message: 'Go.', url: 'https://example.com/' });
    return inputRequired({ inputRequests: { page } });
  }
}

const ASKED = MODES.filter((mode) => /^2026|2025 s(essions|tdio)/.test(mode));
const ID = /^[\w-]{22}$/;

describe.each(ASKED)('over %s', (mode) => {
  it('the official client opens a page that has an elicitationId, and each page has its own', async () => {
    const at = await servedAs(mode, { components: [Sign] });
    const ids: unknown[] = [];
    const client = await clientOf(mode, at, {
      elicit: ({ mode: kind, elicitationId }) => {
        if (kind !== 'url') {
          expect(elicitationId).toBeUndefined();
          return { action: 'accept', content: { name: 'Ada' } };
        }
        ids.push(elicitationId);
        return { action: 'accept' };
      },
    });
    for (let call = 0; call < 2; call++)
      expect(textOf(await client.callTool({ name: 'sign' }))).toBe('signed by Ada');
    // As one of 2026 it leaves out the member, which its revision does not have.
    const isOld = mode.startsWith('2025');
    expect(ids).toEqual(
      Array.from({ length: 4 }, () => (isOld ? expect.stringMatching(ID) : undefined)),
    );
    expect(new Set(ids).size).toBe(isOld ? 4 : 1);
  });
});

describe.each(['2026 HTTP', '2026 stdio'] as const)('over %s', (mode) => {
  const asked = async (name: string) => {
    const at = await servedAs(mode, { components: [Sign, ByHand] });
    const wire = await wireOf(mode, at);
    let id = 0;
    const call = async (more: object = {}) => {
      const stream = await wire.call(++id, name, {}, more);
      return (await stream.next((message) => message.id === id)).result;
    };
    return { call, first: await call() };
  };

  it('the id of a page is the same in every round of its flow, and takes no part in what an answer answers', async () => {
    const { call, first } = await asked('sign');
    const idOf = ({ inputRequests }: typeof first) =>
      inputRequests['pages.terms'].params.elicitationId;
    expect(idOf(first)).toMatch(ID);
    expect(first.inputRequests['pages.login'].params.elicitationId).not.toBe(idOf(first));
    expect(idOf(await call())).not.toBe(idOf(first)); // another flow
    const next = await call({
      requestState: first.requestState,
      inputResponses: { name: { action: 'accept', content: { name: 'Ada' } } },
    });
    expect(idOf(next)).toBe(idOf(first));
    const accepted = { action: 'accept' };
    const done = await call({
      requestState: next.requestState,
      inputResponses: { 'pages.terms': accepted, 'pages.login': accepted },
    });
    expect(textOf(done)).toBe('signed by Ada');
  });

  it('a page of a hand-written handler has one too', async () => {
    const { first } = await asked('by-hand');
    expect(first.inputRequests.page.params).toMatchObject({
      url: 'https://example.com/',
      elicitationId: expect.stringMatching(ID),
    });
  });
});
