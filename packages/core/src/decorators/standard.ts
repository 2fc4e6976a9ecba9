import { ConfigError } from '../errors.js';

/**
 * Refuses a call by the standard (TC39) decorator protocol: its second argument is a context object where the legacy
 * protocol passes a member's name, or nothing. The one check made at decoration: standard mode emits no constructor
 * types and would hand the step decorators a function instead of a prototype, so nothing later could see the mistake.
 */
export function refuseStandard(decorator: string, target: unknown, second: unknown): void {
  if (typeof second !== 'object' || second === null || !('kind' in second)) return;
  const named =
    'name' in second && second.name !== undefined
      ? String(second.name)
      : typeof target === 'function'
        ? target.name
        : '';
  throw new ConfigError(
    'standard_decorators',
    `@${decorator} on ${second.kind} ${named || '(anonymous)'}: compiled with standard decorators, which carry no constructor types. ` +
      'Add "experimentalDecorators": true and "emitDecoratorMetadata": true to compilerOptions in tsconfig.json. esbuild reads the one ' +
      'nearest to the file, tsx the one of the current folder or of --tsconfig, for files that it includes; swc wants jsc.transform.legacyDecorator and decoratorMetadata ' +
      'and no decoratorVersion, vitest oxc.decorator.legacy and emitDecoratorMetadata.',
  );
}
