import { DEFAULTS } from '../limits.js';
import type { Scan, ScannedStep } from '../metadata/scan.js';
import { zodReader } from '../schema/reader.js';
import { refuseNoJson } from '../schema/survey.js';
import { isZod } from '../schema/zod-schema.js';
import type { ComponentClass, StepBlueprint, StepKind } from './blueprint.js';
import { configError, count, flag, type Options, optionsOf } from './checks.js';
import { isMethod, memberOf, RESERVED } from './members.js';

const DECORATOR: Readonly<Record<StepKind, string>> = {
  elicit: '@Elicit',
  sample: '@Sample',
  roots: '@Roots',
  compute: '@Compute',
};

const OPTIONS: Readonly<Record<StepKind, readonly string[]>> = {
  elicit: ['attempts', 'presupplied', 'timeoutMs'],
  sample: ['presupplied', 'timeoutMs'],
  roots: ['presupplied', 'timeoutMs'],
  compute: ['readable', 'version', 'schema'],
};

/** Longest wait a timer takes: 2^31 - 1 milliseconds. */
const MAX_TIMEOUT = 2_147_483_647;

/** Compiles a class's steps, by name. @throws ConfigError `invalid_step`, `invalid_option` or `invalid_schema`. */
export function compileSteps(
  component: ComponentClass,
  className: string,
  scan: Scan,
): ReadonlyMap<string, StepBlueprint> {
  const steps = new Map<string, StepBlueprint>();
  for (const step of scan.steps) {
    const compiled = compileStep(component, className, step);
    steps.set(compiled.name, compiled);
  }
  return steps;
}

function compileStep(
  component: ComponentClass,
  className: string,
  step: ScannedStep,
): StepBlueprint {
  const { kind, key } = step;
  const where = `${className}.${String(key)}: ${DECORATOR[kind]}`;
  const fail = (problem: string) => configError('invalid_step', where, problem);
  if (typeof key === 'symbol')
    throw fail('a step is called by name on the wire. Give it a string name instead of a symbol');
  if (step.on !== 'method')
    throw fail(
      `a step is a method of the instance, and this is a${step.on === 'accessor' ? 'n' : ''} ${step.on}. Write it as a method${step.on === 'field' ? '. If it is one, a build tool renamed it: let none mangle properties' : ''}`,
    );
  if (step.decorators > 1) throw fail(`${step.decorators} step decorators on one method. Keep one`);
  if (key === '' || key.includes('.'))
    throw fail(
      'a dot in a step name separates the members of ask.all, and a name is not empty. Rename the method',
    );
  if (RESERVED.has(key)) throw fail('this name is reserved. Rename the method');
  if (!isMethod(memberOf(component, key)))
    throw fail(
      `${step.declaredBy} declares this step, but ${className} has no such method. Override it with a method`,
    );
  const options = optionsOf(step.options, OPTIONS[kind], where);
  return Object.freeze({
    name: key,
    kind,
    attempts: count(options, 'attempts') ?? DEFAULTS.attempts,
    presupplied: flag(options, 'presupplied'),
    timeoutMs: count(options, 'timeoutMs', MAX_TIMEOUT),
    readable: flag(options, 'readable'),
    version: count(options, 'version') ?? 1,
    schema: schemaOf(options),
  });
}

function schemaOf({ where, given: { schema } }: Options) {
  if (schema === undefined) return undefined;
  if (!isZod(schema, `${where}, schema`))
    throw configError('invalid_schema', where, 'schema must be a zod schema');
  refuseNoJson(schema, `${where}, schema`);
  return zodReader(schema);
}
