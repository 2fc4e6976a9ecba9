import type { ReceivedCall, Surface } from '../surface/surface.js';
import { abandoned, type Exchange, exchange, jsonResponse } from './exchange.js';
import { plainAnswers } from './plain-answer.js';
import { isComponentRequest, recognise, type ShortRequest } from './recognise.js';

/** What the SDK would make of a request; made only where it is needed. */
export type LongWay = () => Promise<Response>;

/**
 * The way of the common request past the SDK: every round of every call takes it, and the SDK would find nothing in it to change
 * or to refuse. It words no error of its own. What it does not take, it leaves alone.
 */
export interface ShortPath {
  /** Serves a request whose body was parsed from its own bytes, or tells by `undefined` that it is not one for the short path. */
  serve(
    request: Request,
    body: unknown,
    token: ReceivedCall['token'],
    longWay: LongWay,
  ): Promise<Response> | undefined;
  /** The surface that the SDK is to serve a request from: one whose call is running already, where it was begun here. */
  surfaceOf(request: Request | undefined): Surface;
  /** Ends every call that was begun here, without an answer. */
  close(): void;
}

/** Makes the short path of one server. */
export function shortPath(surface: Surface): ShortPath {
  const { kinds, mirrored } = surface;
  const write = plainAnswers(surface);
  const running = new Set<Exchange>();
  const takenOver = new WeakMap<Request, Exchange>();
  const serves = ({ method, params }: ShortRequest): boolean => {
    // Parameters that come as headers too are the SDK's to compare.
    if (method === 'tools/call') return kinds.tools && !mirrored.has(params.name as string);
    if (method === 'tools/list') return kinds.tools;
    return method.startsWith('prompts/') ? kinds.prompts : kinds.resources;
  };

  return {
    serve: (request, body, token, longWay) => {
      const recognised = recognise(request, body);
      if (recognised === undefined || !serves(recognised)) return undefined;
      if (request.signal.aborted) return Promise.resolve(abandoned());
      if (!isComponentRequest(recognised)) {
        const page = surface.list(recognised.method, recognised.params.cursor, {
          token,
          transport: 'http',
          era: '2026',
        });
        const text = write(recognised, page);
        return text === undefined ? undefined : Promise.resolve(jsonResponse(text));
      }
      const begun: Exchange = exchange({
        surface,
        request,
        recognised,
        token,
        write: (answer) => write(recognised, answer),
        handOver: () => {
          takenOver.set(request, begun);
          return longWay();
        },
      });
      running.add(begun);
      const ended = () => void running.delete(begun);
      begun.response.then(ended, ended);
      return begun.response;
    },
    surfaceOf: (request) => {
      const begun = request && takenOver.get(request);
      return begun === undefined ? surface : { ...surface, call: begun.join };
    },
    close: () => {
      for (const begun of running) begun.abandon();
    },
  };
}

/** Leaves everything to the SDK. */
export const noShortPath = (surface: Surface): ShortPath => ({
  serve: () => undefined,
  surfaceOf: () => surface,
  close: () => undefined,
});
