import type { ComponentClass } from '@countersign/core';
import { type Blueprint, compileComponent, compileJsonSchema } from '@countersign/core/internal';
import type { Members } from './members.js';
import type { ComponentRequest } from './sdk.js';

/** What a class compiles to. Throws `ConfigError` as a server with it would. */
export const blueprintOf = (component: ComponentClass): Blueprint =>
  compileComponent(component, compileJsonSchema);

const METHODS = { tool: 'tools/call', prompt: 'prompts/get', resource: 'resources/read' } as const;

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
