import { isRecord, type Json, type JsonObject, own } from '../json.js';
import type { WireAsk } from './question.js';

/** Returns the client capabilities that a request needs, in the shape of `requiredCapabilities`. */
export function needsOf({ method, params }: WireAsk): JsonObject {
  switch (method) {
    case 'elicitation/create':
      return { elicitation: params.mode === 'url' ? { url: {} } : { form: {} } };
    case 'sampling/createMessage':
      return { sampling: 'tools' in params || 'toolChoice' in params ? { tools: {} } : {} };
    case 'roots/list':
      return { roots: {} };
  }
}

/**
 * Returns the part of `needs` that the client did not declare, in the shape of `requiredCapabilities`, or `undefined`.
 * A bare `elicitation: {}` declares form mode (spec: client/elicitation, Capabilities). `declared` is untrusted: own
 * members only, and only an object declares anything.
 */
export function lacking(needs: JsonObject, declared: JsonObject): JsonObject | undefined {
  const elicitation = own(declared, 'elicitation');
  const bare =
    isRecord(elicitation) &&
    own(elicitation, 'form') === undefined &&
    own(elicitation, 'url') === undefined;
  return missing(
    needs,
    bare ? { ...declared, elicitation: { ...(elicitation as JsonObject), form: {} } } : declared,
  );
}

function missing(needs: JsonObject, declared: object): JsonObject | undefined {
  const lacks: [string, Json][] = [];
  for (const [name, need] of Object.entries(needs)) {
    const has = own(declared, name);
    const lack = isRecord(has) && isRecord(need) ? missing(need as JsonObject, has) : need;
    if (lack !== undefined) lacks.push([name, lack]);
  }
  return lacks.length === 0 ? undefined : Object.fromEntries(lacks);
}

/** Names what is needed, as in `elicitation.url`. */
export const leavesOf = (needs: JsonObject): readonly string[] =>
  Object.entries(needs).flatMap(([name, need]) => {
    const deeper = isRecord(need) ? leavesOf(need as JsonObject) : [];
    return deeper.length === 0 ? [name] : deeper.map((leaf) => `${name}.${leaf}`);
  });

/** Joins what several questions need (or lack) into one object. */
export function mergeNeeds(...needs: readonly JsonObject[]): JsonObject {
  const merged: Record<string, Json> = {};
  for (const [name, need] of needs.flatMap((each) => Object.entries(each))) {
    const known = merged[name];
    merged[name] =
      isRecord(known) && isRecord(need)
        ? mergeNeeds(known as JsonObject, need as JsonObject)
        : need;
  }
  return merged;
}

/**
 * Returns the question as this client may get it: `includeContext` asks for a courtesy, not for an answer, so it is left
 * out unless the client declared `sampling.context` (spec: client/sampling, Capabilities; SEP-2596).
 */
export function wireFor(wire: WireAsk, declared: JsonObject): WireAsk {
  if (
    !('includeContext' in wire.params) ||
    lacking({ sampling: { context: {} } }, declared) === undefined
  )
    return wire;
  const { includeContext: _, ...params } = wire.params;
  return { ...wire, params };
}
