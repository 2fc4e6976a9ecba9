import { recordComponent } from '../metadata/define.js';
import { BARE, type ComponentRecord } from '../metadata/keys.js';
import { refuseStandard } from './standard.js';

/** Makes the run-time half of a component decorator: it records, and returns nothing that could replace the class. */
export function componentDecorator(
  decorator: string,
  kind: ComponentRecord['kind'],
  options: unknown,
  context: unknown,
) {
  refuseStandard(decorator, options, context);
  // `@Tool` without its parentheses hands us the class: recorded as such, so that the compiler can say so.
  if (typeof options === 'function') return recordComponent(options, { kind, options: BARE });
  return (target: object, second?: unknown): void => {
    refuseStandard(decorator, target, second);
    recordComponent(target, { kind, options });
  };
}
