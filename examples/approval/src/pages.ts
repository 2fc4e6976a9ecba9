import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { CountersignServer } from '@countersign/core';
import type { Approvals } from './approvals.js';
import type { Bank } from './bank.js';

export interface PagesParts {
  readonly server: Pick<CountersignServer, 'openTicket'>;
  readonly approvals: Approvals;
  readonly bank: Bank;
  /** Who vouches for the people that sign in here: the same as in the tokens for the server. */
  readonly issuer: string;
  /** Shared with the bank. */
  readonly webhookSecret: string;
}

/** The pages that people are sent to, and the webhook that the bank calls. A browser is no client of the protocol: it has a cookie. */
export function pages(parts: PagesParts): Server {
  const sessions = new Map<string, string>();

  /** The user who is signed in: whom a ticket may be opened for. */
  const signedIn = ({ headers }: IncomingMessage) => {
    const session = /(?:^|; )session=([\w-]+)/.exec(headers.cookie ?? '')?.[1];
    const subject = session === undefined ? undefined : sessions.get(session);
    return subject === undefined ? undefined : { issuer: parts.issuer, subject };
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, page, reference = ''] = new URL(request.url ?? '/', 'http://pages').pathname.split(
      '/',
    );
    const posted = request.method === 'POST';
    if (page === 'sign-in' && posted) return signIn(request, response, reference);
    if (page === 'approve') return approve(request, response, reference, posted);
    if (page === 'cleared' && posted) return cleared(request, response, reference);
    return answer(response, 404, 'There is no such page.');
  }

  /** A toy: whoever says a name is it. What counts is that the page knows its people, by the same names as the tokens do. */
  async function signIn(
    request: IncomingMessage,
    response: ServerResponse,
    ticket: string,
  ): Promise<void> {
    const subject = new URLSearchParams(await textOf(request)).get('name') ?? '';
    if (subject === '') return answer(response, 400, 'Who are you?');
    const session = randomBytes(16).toString('base64url');
    sessions.set(session, subject);
    // Lax: it comes along when the link is opened, and not with a form that another site submits.
    response.setHeader('set-cookie', `session=${session}; HttpOnly; SameSite=Lax; Path=/`);
    response.setHeader('location', `/approve/${encodeURIComponent(ticket)}`);
    answer(response, 303, 'Signed in.');
  }

  /** To look changes nothing, since programs follow links too: approving is a form that a person submits. */
  async function approve(
    request: IncomingMessage,
    response: ServerResponse,
    ticket: string,
    posted: boolean,
  ): Promise<void> {
    const user = signedIn(request);
    const here = encodeURIComponent(ticket);
    if (user === undefined)
      return answer(
        response,
        401,
        `<form method="post" action="/sign-in/${here}"><input name="name"></form>`,
      );
    const opened = await parts.server.openTicket(ticket, user);
    // The one line that the link of another stops at (spec: client/elicitation, URL mode, phishing).
    if (!opened.ok)
      return answer(response, 403, 'This link is not for you, or not valid any more.');
    if (!posted) {
      const what = escaped(parts.approvals.what(opened.flow) ?? '');
      return answer(
        response,
        200,
        `<p>${what}?</p><form method="post" action="/approve/${here}"><button>Approve</button></form>`,
      );
    }
    parts.approvals.approve(opened.flow, user.subject);
    answer(response, 200, 'Approved. You can close this page.');
  }

  /** A webhook has no user. It proves by a secret that it is the bank, and names the payment that the bank was told of. */
  function cleared({ headers }: IncomingMessage, response: ServerResponse, payment: string): void {
    if (!equal(headers.authorization ?? '', `Bearer ${parts.webhookSecret}`)) {
      answer(response, 401, 'Who are you?');
      return;
    }
    parts.bank.clear(payment);
    answer(response, 204, '');
  }

  return createServer((request, response) => {
    serve(request, response).catch(() => answer(response, 500, 'Something went wrong.'));
  });
}

function answer(response: ServerResponse, status: number, html: string): void {
  // The ticket is in the address: it shall not go on to wherever the page links to.
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  response.end(html);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > 1000) throw new RangeError('a name of more than 1000 characters');
  }
  return text;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Compared as digests, so that neither the time it takes nor the length tells anything. */
const equal = (given: string, expected: string): boolean =>
  timingSafeEqual(sha256(given), sha256(expected));
const sha256 = (text: string) => createHash('sha256').update(text).digest();
