import { isRecord } from '@countersign/core/internal';
import type { Members } from './members.js';

/** One open question, as the client sees it. `params` are those of the wire, whole. */
export type AskView =
  | {
      readonly kind: 'form';
      readonly message: string;
      /** The schema that the content of an accept must fit. */
      readonly requestedSchema: Members;
      /** `requestedSchema.properties`: the fields by name. */
      readonly fields: Readonly<Record<string, Members>>;
      readonly params: Members;
    }
  | {
      readonly kind: 'url';
      readonly message: string;
      readonly url: string;
      readonly params: Members;
    }
  | {
      readonly kind: 'sample';
      /** Text of the newest message. */
      readonly message: string;
      readonly params: Members;
    }
  | { readonly kind: 'roots'; readonly message: ''; readonly params: Members };

/** Reads the `inputRequests` of an answer: the open questions by wire key (`step`, or `step.member` of an `ask.all`). */
export function asksOf(inputRequests: unknown): Readonly<Record<string, AskView>> {
  if (!isRecord(inputRequests)) return {};
  return Object.fromEntries(
    Object.entries(inputRequests).map(([key, request]) => [key, viewOf(request)]),
  );
}

function viewOf(request: unknown): AskView {
  const { method, params: raw } = isRecord(request) ? request : {};
  const params = isRecord(raw) ? raw : {};
  if (method === 'roots/list') return { kind: 'roots', message: '', params };
  if (method === 'sampling/createMessage') {
    const newest = Array.isArray(params.messages)
      ? (params.messages as unknown[]).at(-1)
      : undefined;
    return { kind: 'sample', message: isRecord(newest) ? textOf(newest.content) : '', params };
  }
  const message = String(params.message ?? '');
  if (params.mode === 'url') return { kind: 'url', message, url: String(params.url), params };
  const requestedSchema = isRecord(params.requestedSchema) ? params.requestedSchema : {};
  const fields = isRecord(requestedSchema.properties)
    ? (requestedSchema.properties as Record<string, Members>)
    : {};
  return { kind: 'form', message, requestedSchema, fields, params };
}

/** All text of one content block, or of several. */
export const textOf = (content: unknown): string =>
  (Array.isArray(content) ? content : [content])
    .flatMap((block: unknown) =>
      isRecord(block) && typeof block.text === 'string' ? [block.text] : [],
    )
    .join('\n');
