import {
  type Circumstances,
  clockOf,
  freshInstance,
  type Instance,
  type Session,
  since,
} from '../instance.js';
import { type ComponentRequest, sendByOfficialClient } from '../sdk.js';
import type { PlayedRound } from '../verdict.js';
import { replyIn, tap } from '../wire.js';

/** Sends one request to a fresh instance of the server, and closes the instance. Rejects with what its `fetch` throws. */
export async function playRound(
  session: Session,
  circumstances: Circumstances,
  request: ComponentRequest,
): Promise<PlayedRound> {
  const instance = freshInstance(session, circumstances);
  let played: PlayedRound;
  try {
    played = await sendTo(instance, session, circumstances, request);
  } finally {
    await instance.close();
  }
  // With what went wrong as it was closed.
  const { events, failures, effects } = instance;
  return { ...played, events, failures, effects };
}

/** Sends one request to an instance, by a client of its own. `heard` gets it as the client wrote it. */
async function sendTo(
  instance: Instance,
  session: Session,
  circumstances: Circumstances,
  request: ComponentRequest,
  heard: (sent: Request) => void = () => undefined,
): Promise<PlayedRound> {
  const { server, caller, capabilities } = circumstances;
  const { discoveries } = session;
  const at = clockOf(session, circumstances).now();
  const here = since(instance);
  const wire = tap((sent) => {
    heard(sent.clone());
    return instance.fetch(sent, caller);
  });
  let refused: { readonly error: unknown } | undefined;
  try {
    await sendByOfficialClient(
      {
        url: instance.url,
        fetch: wire.fetch,
        capabilities,
        discovery: discoveries.get(server),
        discovered: (discovery) => discoveries.set(server, discovery),
      },
      request,
    );
  } catch (error) {
    refused = { error };
  }
  const reply = wire.newest();
  if (reply === undefined)
    throw refused?.error ?? new TypeError('the official client sent no request');
  if (refused === undefined || reply.result === undefined) return { reply, ...here(), at };
  const { result: _, ...without } = reply;
  return {
    reply: without,
    ...here(),
    at,
    complaint: refused.error instanceof Error ? refused.error.message : String(refused.error),
  };
}

/**
 * Sends requests that differ in their state alone, to one fresh instance, which refuses them at the door: the official client writes
 * the first, and the others are copies of it.
 */
export async function* sendAlike(
  session: Session,
  circumstances: Circumstances,
  requests: readonly ComponentRequest[],
): AsyncGenerator<{ readonly request: ComponentRequest; readonly played: PlayedRound }> {
  const { caller } = circumstances;
  const instance = freshInstance(session, circumstances);
  try {
    let model:
      | { readonly sent: Request; readonly body: string; readonly state: string }
      | undefined;
    for (const request of requests) {
      const state = JSON.stringify(request.params.requestState);
      if (model === undefined) {
        let written: Request | undefined;
        const played = await sendTo(instance, session, circumstances, request, (sent) => {
          written = sent;
        });
        if (written !== undefined)
          model = { sent: written, body: await written.clone().text(), state };
        yield { request, played };
        continue;
      }
      const { url, method, headers } = model.sent;
      const here = since(instance);
      const copy = new Request(url, {
        method,
        headers,
        body: model.body.replace(model.state, () => state),
      });
      const reply = await replyIn(await instance.fetch(copy, caller));
      yield {
        request,
        played: {
          reply,
          ...here(),
          at: clockOf(session, circumstances).now(),
        },
      };
    }
  } finally {
    await instance.close();
  }
}
