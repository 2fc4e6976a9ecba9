import type { ComponentClass, CountersignServer } from '@countersign/core';
import { type Blueprint, rebuild, serverOptions } from '@countersign/core/internal';
import { callerOf, type PlayedCaller } from '../caller.js';
import { blueprintOf, isFor } from '../component-request.js';
import type { Members } from '../members.js';
import type { Stage } from '../position.js';

/** What a flow is of, and what it can be turned against. */
export interface Targets {
  readonly blueprint: Blueprint | undefined;
  readonly others: readonly { readonly who: string; readonly caller: PlayedCaller | undefined }[];
  /** Another component that this caller may call. */
  readonly component: ComponentClass | undefined;
  /** Other arguments, or another URI; none where the component has just one. */
  readonly arguments: Members | string | undefined;
  /** The server itself. */
  readonly here: CountersignServer;
  /** The same server under another audience, with the same keys. */
  readonly elsewhere: CountersignServer;
  /** Milliseconds after which nothing of the flow may be taken any more. */
  readonly tooLateMs: number;
}

const FLOW_TTL_SECONDS = 3600;

export function targetsOf({ server, request, caller }: Stage): Targets {
  const { components, name, state, auth } = serverOptions(server);
  const blueprints = components.map((component) => ({
    component,
    blueprint: blueprintOf(component),
  }));
  const blueprint = blueprints.find((each) => isFor(request, each.blueprint))?.blueprint;
  const scopes = (caller?.scoped === false ? auth?.requiredScopes : caller?.token.scopes) ?? [];
  const isOpenTo = (each: Blueprint) =>
    each.visible === undefined && each.scopes.every((scope) => scopes.includes(scope));
  const other = blueprints.find(
    (each) =>
      each.blueprint !== blueprint &&
      isOpenTo(each.blueprint) &&
      server.components.isEnabled(each.component),
  );
  return {
    blueprint,
    // Whoever names callers by something else than issuer, subject and client is not fooled by other ones.
    others: state?.principal === undefined ? othersThan(caller) : [],
    component: other?.component,
    here: server,
    arguments: otherArguments(request.params, blueprint),
    elsewhere: rebuild(
      server,
      state === undefined ? {} : { state: { ...state, audience: `not ${state.audience ?? name}` } },
    ),
    tooLateMs: ((state?.flowTtlSeconds ?? FLOW_TTL_SECONDS) + (state?.skewSeconds ?? 0)) * 1000,
  };
}

function othersThan(caller: PlayedCaller | undefined): Targets['others'] {
  if (caller === undefined)
    return [{ who: "as('mallory')", caller: callerOf('mallory', undefined) }];
  const { token, scoped } = caller;
  const extra = { ...token.extra, sub: 'mallory' };
  return [
    { who: 'as(another user)', caller: { name: 'mallory', token: { ...token, extra }, scoped } },
    {
      who: 'as(another client)',
      caller: {
        name: `${caller.name} through mallory`,
        token: { ...token, clientId: 'mallory' },
        scoped,
      },
    },
    { who: 'as(nobody)', caller: undefined },
  ];
}

function otherArguments(
  { uri, arguments: args }: Members,
  blueprint: Blueprint | undefined,
): Members | string | undefined {
  if (typeof uri !== 'string') return { ...(args as Members | undefined), misuse: 'other' };
  const other = uri.replace(/[^/]*$/, (last) => `${last}-other`);
  return blueprint !== undefined &&
    isFor({ method: 'resources/read', params: { uri: other } }, blueprint)
    ? other
    : undefined;
}
