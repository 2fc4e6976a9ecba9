import { describe, expect, it } from 'vitest';
import { lacking, mergeNeeds, needsOf, wireFor } from '../../src/asks/capabilities.js';
import type { JsonObject } from '../../src/json.js';

const FORM = { elicitation: { form: {} } };
const URL_MODE = { elicitation: { url: {} } };
const TOOLS = { sampling: { tools: {} } };

describe('lacking', () => {
  it.each<[JsonObject, JsonObject]>([
    [FORM, { elicitation: {} }],
    [FORM, { elicitation: { form: {} } }],
    [FORM, { elicitation: { form: { later: 1 }, url: {} } }],
    [FORM, { elicitation: { vendor: {} } }],
    [URL_MODE, { elicitation: { url: {} } }],
    [{ sampling: {} }, { sampling: { tools: {} } }],
    [TOOLS, { sampling: { tools: {}, context: {} } }],
    [{ roots: {} }, { roots: { listChanged: true } }],
    [{}, {}],
  ])('finds nothing of %j missing in %j', (needs, declared) => {
    expect(lacking(needs, declared)).toBeUndefined();
  });

  it.each<[JsonObject, JsonObject, JsonObject]>([
    [FORM, {}, FORM],
    [FORM, { elicitation: { url: {} } }, FORM],
    [FORM, { elicitation: null }, FORM],
    [FORM, { elicitation: true }, FORM],
    [URL_MODE, { elicitation: {} }, URL_MODE],
    [URL_MODE, { elicitation: { form: {} } }, URL_MODE],
    [{ sampling: {} }, {}, { sampling: {} }],
    [TOOLS, {}, TOOLS],
    [TOOLS, { sampling: {} }, TOOLS],
    [{ roots: {} }, { roots: false }, { roots: {} }],
    [{ ...FORM, ...TOOLS }, { elicitation: {}, sampling: {} }, TOOLS],
  ])('of %j, with %j declared, finds %j missing', (needs, declared, missing) => {
    expect(lacking(needs, declared)).toEqual(missing);
  });

  it('reads own members only', () => {
    expect(lacking({ roots: {} }, Object.create({ roots: {} }))).toEqual({ roots: {} });
    expect(lacking({ roots: {} }, JSON.parse('{"__proto__":{"roots":{}}}'))).toEqual({ roots: {} });
  });
});

describe('mergeNeeds', () => {
  it('joins what questions need, all the way down', () => {
    expect(mergeNeeds(FORM, URL_MODE, TOOLS, { sampling: {} }, { roots: {} })).toEqual({
      elicitation: { form: {}, url: {} },
      sampling: { tools: {} },
      roots: {},
    });
    expect(mergeNeeds()).toEqual({});
    expect(FORM).toEqual({ elicitation: { form: {} } });
  });
});

describe('needsOf', () => {
  it('takes an elicitation without a mode for form mode', () => {
    expect(needsOf({ method: 'elicitation/create', params: { message: 'x' } })).toEqual(FORM);
    expect(needsOf({ method: 'elicitation/create', params: { mode: 'url' } })).toEqual(URL_MODE);
  });
});

describe('wireFor', () => {
  const wire = {
    method: 'sampling/createMessage' as const,
    params: { maxTokens: 1, includeContext: 'thisServer' },
    timeoutMs: 5,
  };

  it('leaves includeContext out unless the client declared sampling.context', () => {
    expect(wireFor(wire, { sampling: { context: {} } })).toBe(wire);
    for (const declared of [{ sampling: {} }, { sampling: { tools: {} } }])
      expect(wireFor(wire, declared)).toEqual({ ...wire, params: { maxTokens: 1 } });
  });
});
