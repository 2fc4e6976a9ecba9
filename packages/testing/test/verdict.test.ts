import { RequestStateError, type ServerEvent } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { PlayError } from '../src/index.js';
import { resultOf } from '../src/verdict.js';

const FIXED = {
  code: -32602,
  message: 'Invalid or expired requestState',
  data: { reason: 'invalid_request_state' },
};
const refused: ServerEvent = {
  at: 0,
  component: 'deploy',
  era: '2026',
  type: 'state.refused',
  code: 'principal',
};
const round = (fault: object | undefined, events: ServerEvent[], more: object = {}) =>
  ({
    at: 0,
    events,
    failures: [],
    effects: [],
    reply: { status: 200, notifications: [], ...(fault && { fault }) },
    ...more,
  }) as Parameters<typeof resultOf>[0];
const thrown = (played: Parameters<typeof resultOf>[0]): unknown => {
  try {
    return resultOf(played, { transcript: [], cause: undefined, allowErrors: false });
  } catch (error) {
    return error;
  }
};

describe('the verdict on a round', () => {
  it('is the code of the server for the one fixed error', () => {
    const error = thrown(round(FIXED, [refused]));
    expect(error).toBeInstanceOf(RequestStateError);
    expect(error).toMatchObject({ code: 'principal' });
  });

  it.each([
    ['another code', { ...FIXED, code: -32603 }],
    ['another text', { ...FIXED, message: 'Wrong principal' }],
    ['more data', { ...FIXED, data: { ...FIXED.data, code: 'principal' } }],
    ['another member', { ...FIXED, hint: 'principal' }],
    ['no data', { code: FIXED.code, message: FIXED.message }],
    ['no error', undefined],
  ])('is a failure of the server for a refusal worded with %s', (_, fault) => {
    const error = thrown(round(fault, [refused]));
    expect(error).toBeInstanceOf(PlayError);
    expect(String(error)).toContain('did not carry the one fixed error');
  });

  it('is a failure of the server for the fixed error without a reported refusal', () => {
    expect(String(thrown(round(FIXED, [])))).toContain('reported no refusal');
  });

  it('is the complaint of the official client about an answer that is no error', () => {
    expect(String(thrown(round(undefined, [], { complaint: 'unexpected content' })))).toContain(
      'did not take the answer: unexpected content',
    );
  });

  it('names the HTTP status where there is no JSON-RPC answer', () => {
    expect(thrown(round(undefined, []))).toMatchObject({
      name: 'PlayError',
      status: 200,
      code: undefined,
    });
  });
});
