import type { AskKind } from '../events.js';
import { isRecord, type Json, type JsonObject, own } from '../json.js';
import { blocksOf, isSampleContent } from './content-block.js';
import type { Question } from './question.js';

/** What one entry of `inputResponses` says. `decline` and `cancel` never carry content, whatever was sent (R6). */
export type Response =
  | {
      readonly kind: 'accept';
      readonly content: Json;
      /** How many roots were left out, since they are no `file:` URIs. */
      readonly dropped?: number;
    }
  | { readonly kind: 'decline' }
  | { readonly kind: 'cancel' }
  | {
      readonly kind: 'misfit';
      /** One sentence for the person answering, without the value. */
      readonly problem: string;
      readonly field?: string;
      /** An unknown action word, for the log only. */
      readonly action?: string;
    };

/**
 * In the place of an answer: the person rejected the question, and the client's protocol says so by an error (sampling in 2025). Known
 * by identity, so that nothing that was received can be it.
 */
export const REJECTED: object = Object.freeze({ action: 'decline' });

/** Reads untrusted `inputResponses`: what is no map answers nothing, and only own entries count (R8). Never throws. */
export const responsesOf = (raw: unknown): ReadonlyMap<string, unknown> =>
  new Map(isRecord(raw) ? Object.entries(raw) : []);

/**
 * Tells what a client's answer to a question is; a no to a confirmation is a decline from here on.
 * Never throws.
 */
export function responseOf(
  { kind, saysNo }: Pick<Question, 'kind' | 'saysNo'>,
  raw: unknown,
): Response {
  const response = classify(kind, raw);
  return response.kind === 'accept' && saysNo?.(response.content) ? { kind: 'decline' } : response;
}

/** Whether a client's answer refuses a question. Never throws. */
export function isRefusal(question: Question, raw: unknown): boolean {
  const { kind } = responseOf(question, raw);
  return kind === 'decline' || kind === 'cancel';
}

/**
 * Tells what a client's answer to a question of this kind is, before any schema reads it. Unknown members are left out,
 * so that the sealed state carries no more than the answer. Never throws.
 */
export function classify(kind: AskKind, raw: unknown): Response {
  if (raw === REJECTED) return { kind: 'decline' };
  if (!isRecord(raw)) return misfit('The answer is not an object.');
  switch (kind) {
    case 'form':
    case 'url':
      return elicited(kind, raw);
    case 'sample':
      return sampled(raw);
    case 'roots':
      return listed(raw);
  }
}

/** Spec: client/elicitation, Response Actions. */
function elicited(kind: 'form' | 'url', raw: object): Response {
  const action = own(raw, 'action');
  if (action === 'decline' || action === 'cancel') return { kind: action };
  if (action !== 'accept') {
    const word = typeof action === 'string' && /^[A-Za-z_-]{1,20}$/.test(action) ? { action } : {};
    return {
      ...misfit('The action of the answer must be "accept", "decline" or "cancel".', 'action'),
      ...word,
    };
  }
  // URL mode: accept is consent, and there is no content to it.
  if (kind === 'url') return { kind: 'accept', content: {} };
  // Clients in other languages write null for what is absent.
  const content = own(raw, 'content') ?? {};
  return isRecord(content)
    ? { kind: 'accept', content: content as JsonObject }
    : misfit('The content of the answer is not an object.', 'content');
}

/** Spec: client/sampling, CreateMessageResult. `content` is one block or several. */
function sampled(raw: object): Response {
  const [role, content, model, stopReason] = [
    own(raw, 'role'),
    own(raw, 'content'),
    own(raw, 'model') ?? undefined,
    own(raw, 'stopReason') ?? undefined,
  ];
  if (role !== 'assistant' && role !== 'user')
    return misfit('The answer is no sampled message: its role must be "assistant".', 'role');
  if (!blocksOf(content).every(isSampleContent))
    return misfit('The sampled message has content that is no content block.', 'content');
  if (model !== undefined && typeof model !== 'string')
    return misfit('The model of the sampled message is no text.', 'model');
  if (stopReason !== undefined && typeof stopReason !== 'string')
    return misfit('The stop reason of the sampled message is no text.', 'stopReason');
  const named = {
    ...(model === undefined ? {} : { model }),
    ...(stopReason === undefined ? {} : { stopReason }),
  };
  return { kind: 'accept', content: { role, content: content as Json, ...named } };
}

/** Spec: client/roots. What is no `file:` URI is left out: the other roots are as good without it. */
function listed(raw: object): Response {
  const roots = own(raw, 'roots');
  if (!Array.isArray(roots)) return misfit('The answer is no list of roots.', 'roots');
  const kept = roots.flatMap(rootOf);
  const dropped = roots.length - kept.length;
  return { kind: 'accept', content: { roots: kept }, ...(dropped === 0 ? {} : { dropped }) };
}

/** A root as authors get it: the scheme is written `file://`, whatever its case (RFC 3986 §3.1, RFC 8089). */
function rootOf(root: unknown): readonly JsonObject[] {
  if (!isRecord(root)) return [];
  const [uri, name] = [own(root, 'uri'), own(root, 'name')];
  const [, path] = (typeof uri === 'string' && /^file:(\/.*)$/is.exec(uri)) || [];
  if (path === undefined) return [];
  const written = path.startsWith('//') ? `file:${path}` : `file://${path}`;
  return [{ uri: written, ...(typeof name === 'string' ? { name } : {}) }];
}

const misfit = (problem: string, field?: string): Extract<Response, { kind: 'misfit' }> => ({
  kind: 'misfit',
  problem,
  ...(field === undefined ? {} : { field }),
});
