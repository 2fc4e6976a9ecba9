import type { ComponentClass, CountersignServer } from '@countersign/core';
import {
  type Blueprint,
  compileComponent,
  compileJsonSchema,
  isRecord,
  serverOptions,
} from '@countersign/core/internal';
import type { Members } from './members.js';
import type { ComponentRequest } from './sdk.js';

/** What a class compiles to. Throws `ConfigError` as a server with it would. */
export const blueprintOf = (component: ComponentClass): Blueprint =>
  compileComponent(component, compileJsonSchema);

const METHODS = { tool: 'tools/call', prompt: 'prompts/get', resource: 'resources/read' } as const;

export type ComponentKind = keyof typeof METHODS;

/** The request that calls a component by its name; a resource by its URI. */
export const requestNamed = (
  kind: ComponentKind,
  target: string,
  args: unknown,
): ComponentRequest => ({
  method: METHODS[kind],
  params:
    kind === 'resource'
      ? { uri: target }
      : { name: target, ...(args !== undefined && { arguments: args }) },
});

const CALLED_BY = { tool: 'call', prompt: 'get', resource: 'read' } as const;

/** The same by its class. Throws `TypeError` for one that is of another kind, or not of the server. */
export function requestOf(
  server: CountersignServer,
  asked: ComponentKind,
  component: ComponentClass,
  args: unknown,
): ComponentRequest {
  const { kind, name, uri, className } = blueprintOf(component);
  if (kind !== asked)
    throw new TypeError(`${className} is a ${kind}: use ${CALLED_BY[kind]}(${className}, …)`);
  if (!serverOptions(server).components.includes(component))
    throw new TypeError(`${className} is no component of the server`);
  if (uri === undefined) return requestNamed(kind, name, args);
  const target = 'fixed' in uri ? uri.fixed : expanded(className, uri.template, args);
  return requestNamed(kind, target, undefined);
}

/** A URI of a template (RFC 6570, levels 1 and `{+variable}`). */
const expanded = (className: string, template: string, given: unknown): string =>
  template.replace(/\{(\+?)([^}]*)\}/g, (_, reserved: string, variable: string) => {
    const value = isRecord(given) && Object.hasOwn(given, variable) ? given[variable] : undefined;
    if (value === undefined)
      throw new TypeError(`read(): ${className} needs a value of "${variable}"`);
    return reserved === '' ? encodeURIComponent(String(value)) : encodeURI(String(value));
  });

/** The request that calls a component, or one that a template of it matches. */
export function requestFor(component: ComponentClass, args: unknown): ComponentRequest {
  const { kind, name, uri } = blueprintOf(component);
  if (uri === undefined)
    return {
      method: METHODS[kind],
      params: { name, ...(args !== undefined && { arguments: args }) },
    };
  return {
    method: METHODS[kind],
    params: { uri: 'fixed' in uri ? uri.fixed : uri.template.replace(/\{[^}]*\}/g, 'other') },
  };
}

/** The same request with other arguments; with another URI, for a resource. */
export function withOther(
  { method, params }: ComponentRequest,
  other: Members | string,
): ComponentRequest {
  const isUri = method === 'resources/read';
  if (isUri !== (typeof other === 'string'))
    throw new TypeError(`with(): ${method} takes ${isUri ? 'a URI' : 'an object of arguments'}`);
  return { method, params: { ...params, [isUri ? 'uri' : 'arguments']: other } };
}

/** Whether a request is one for this component. */
export function isFor(
  { method, params }: ComponentRequest,
  { kind, name, uri }: Blueprint,
): boolean {
  if (METHODS[kind] !== method) return false;
  if (uri === undefined) return params.name === name;
  return 'fixed' in uri
    ? uri.fixed === params.uri
    : templatePattern(uri.template).test(String(params.uri));
}

const templatePattern = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]*')}$`,
  );
