import type { CompletionRecord, Scan } from '../metadata/scan.js';
import type { Blueprint, ComponentClass } from './blueprint.js';
import { configError } from './checks.js';
import { isMethod, memberOf, RESERVED } from './members.js';

/**
 * Compiles a class's completions: for each argument the method that suggests values for it.
 * @throws ConfigError `invalid_component`, `invalid_option` or `duplicate`, naming class, method and cure.
 */
export function compileCompletions(
  component: ComponentClass,
  className: string,
  { completions, steps }: Scan,
  { kind, args }: Pick<Blueprint, 'kind' | 'args'>,
): ReadonlyMap<string, string> {
  const methods = new Map<string, string>();
  for (const record of completions) {
    const where = `${className}.${String(record.key)}: @Complete`;
    const argument = argumentOf(record, where);
    const problem =
      methodProblem(record, steps) ??
      (isMethod(memberOf(component, String(record.key))) ? undefined : 'this is no method');
    if (problem !== undefined) throw configError('invalid_component', where, problem);
    if (kind === 'tool')
      throw configError(
        'invalid_component',
        where,
        'a tool has nothing to complete (spec: server/utilities/completion). Remove it',
      );
    if (!args.includes(argument)) {
      const known = args.length === 0 ? 'it has none' : `it has ${args.join(', ')}`;
      throw configError(
        'invalid_option',
        where,
        `the ${kind} has no argument "${argument}"; ${known}`,
      );
    }
    if (methods.has(argument))
      throw configError(
        'duplicate',
        where,
        `${methods.get(argument)} completes "${argument}" already. Keep one method for an argument`,
      );
    methods.set(argument, String(record.key));
  }
  return methods;
}

function argumentOf({ argument }: CompletionRecord, where: string): string {
  if (typeof argument === 'string' && argument !== '') return argument;
  throw configError(
    'invalid_option',
    where,
    'it takes the name of an argument, as in @Complete("city")',
  );
}

function methodProblem({ key, on }: CompletionRecord, steps: Scan['steps']): string | undefined {
  if (on !== 'method')
    return `it belongs on a method of the instance, and this is a${on === 'accessor' ? 'n' : ''} ${on}`;
  if (typeof key === 'string' && RESERVED.has(key))
    return 'this name is reserved. Rename the method';
  return steps.some((step) => step.key === key)
    ? 'the method is a step already. Write a method of its own'
    : undefined;
}
