// Loaded before the suite (--import), which names `globSync` of node:fs in an import. Node 20 has none, so that the suite would not
// even load; the commands that run here never call it.
import { register } from 'node:module';

const HOOKS = `
  const FS = 'conformance:fs';
  const SOURCE = "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = undefined;";
  export const resolve = (specifier, context, next) =>
    /^(node:)?fs$/.test(specifier) && context.parentURL?.includes('/conformance/dist/')
      ? { url: FS, shortCircuit: true }
      : next(specifier, context);
  export const load = (url, context, next) =>
    url === FS ? { format: 'module', source: SOURCE, shortCircuit: true } : next(url, context);
`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
