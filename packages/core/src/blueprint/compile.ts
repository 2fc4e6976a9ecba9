import { type CacheHint, cacheHintProblem } from '../cache-hint.js';
import { areIcons } from '../icon.js';
import { freezeDeep, type Json, type JsonObject } from '../json.js';
import { type Scan, scan } from '../metadata/scan.js';
import { mirrorsArguments } from '../schema/header-params.js';
import { inputSchema, outputSchema } from '../schema/input.js';
import { promptArguments } from '../schema/prompt-arguments.js';
import type { JsonSchemaCompiler } from '../schema/reader.js';
import type { Visible } from '../viewer.js';
import type { Blueprint, ComponentClass, ComponentKind } from './blueprint.js';
import {
  configError,
  flag,
  listed,
  middleware,
  type Options,
  optionsOf,
  predicate,
  requiredText,
  scopes,
  text,
} from './checks.js';
import { compileCompletions } from './compile-completions.js';
import { compileHelpers } from './compile-helpers.js';
import { compileSteps } from './compile-steps.js';
import { isMethod, memberOf } from './members.js';
import { resourceUri } from './resource-uri.js';
import { NO_VALUES, variables } from './resource-variables.js';

const DECORATOR: Readonly<Record<ComponentKind, string>> = {
  tool: '@Tool',
  prompt: '@Prompt',
  resource: '@Resource',
};

const COMMON = [
  'name',
  'title',
  'description',
  'icons',
  '_meta',
  'scopes',
  'visible',
  'use',
  'input',
];
const KNOWN: Readonly<Record<ComponentKind, readonly string[]>> = {
  tool: [...COMMON, 'output', 'annotations', 'once'],
  prompt: COMMON,
  resource: ['uri', ...COMMON, 'mimeType', 'annotations', 'cacheHint'],
};

/** What differs between the three kinds. */
type Parts = Pick<
  Blueprint,
  'input' | 'output' | 'uri' | 'mimeType' | 'mirrored' | 'args' | 'values'
> & {
  readonly listing: Readonly<Record<string, unknown>>;
};

/**
 * Compiles a decorated class, once, at start. Nothing of the class is run.
 * @throws ConfigError `invalid_component`, `invalid_step`, `invalid_option` or `invalid_schema`, naming class, member and cure.
 */
export function compileComponent(
  component: ComponentClass,
  compile: JsonSchemaCompiler,
): Blueprint {
  const className = component.name || '(anonymous class)';
  const scanned = scan(component);
  const { kind, options: given } = onlyComponent(scanned, className);
  const where = `${className}: ${DECORATOR[kind]}`;
  const options = optionsOf(given, KNOWN[kind], where);
  const name = requiredText(options, 'name');
  const { listing, ...parts } = PARTS[kind](options, name, className, compile);
  checkBody(component, className);
  const steps = compileSteps(component, className, scanned);
  const helpers = compileHelpers(component, className, scanned);
  const once = flag(options, 'once');
  if (once && steps.size === 0) checkNotHandWritten(component, className);
  return Object.freeze({
    kind,
    component,
    name,
    className,
    steps,
    helpers,
    canAsk: steps.size > 0,
    once,
    hasDeclined: isMethod(memberOf(component, 'declined')),
    scopes: scopes(options),
    use: middleware(options),
    completions: compileCompletions(component, className, scanned, { kind, args: parts.args }),
    visible: predicate<Visible>(options, 'visible'),
    cacheHint: cacheHint(options),
    listing: listingOf({
      name,
      ...described(options),
      ...listing,
      icons: icons(options),
      _meta: listed(options, '_meta', 'object'),
    }),
    ...parts,
  });
}

function onlyComponent({ components, decoratedBase }: Scan, className: string) {
  const [first, ...more] = components;
  if (first === undefined) {
    const inherited =
      decoratedBase === undefined
        ? ''
        : ` Its base ${decoratedBase} is one, but a component decorator is not inherited.`;
    throw configError(
      'invalid_component',
      className,
      `not a component.${inherited} Decorate the class with @Tool, @Prompt or @Resource`,
    );
  }
  if (more.length > 0) {
    const names = components.map(({ kind }) => DECORATOR[kind]).join(' and ');
    throw configError(
      'invalid_component',
      className,
      `one component decorator a class, but it has ${names}. Move one to a subclass`,
    );
  }
  return first;
}

function checkBody(component: ComponentClass, className: string): void {
  const run = memberOf(component, 'run');
  if (!isMethod(run)) {
    throw configError(
      'invalid_component',
      `${className}.run`,
      run === undefined
        ? 'missing. Write it as a method (a field is not seen). If it is one, a build tool renamed it: let none mangle properties'
        : 'not a method. Write it as one',
    );
  }
  for (const hook of ['declined', 'dispose']) {
    const member = memberOf(component, hook);
    if (member !== undefined && !isMethod(member))
      throw configError(
        'invalid_component',
        `${className}.${hook}`,
        'the name is reserved for a method',
      );
  }
}

/**
 * A hand-written handler says itself what a round ends in, so nobody else could tell the round before its effect. Found by the
 * names it cannot do without; one that hides them fails in its first call, on `ctx` or on what it returns.
 */
function checkNotHandWritten(component: ComponentClass, className: string): void {
  const source = Function.prototype.toString.call(memberOf(component, 'run')?.value);
  if (!/\b(inputRequired|inputResponses|mintRequestState)\b/.test(source)) return;
  throw configError(
    'invalid_component',
    `${className}.run`,
    'once is not for hand-written handlers. Ask through methods marked @Elicit, or leave out once',
  );
}

const PARTS: Readonly<
  Record<
    ComponentKind,
    (options: Options, name: string, className: string, compile: JsonSchemaCompiler) => Parts
  >
> = {
  tool: (options, name, className, compile) => {
    // spec: server/tools, Tool Names.
    if (!/^[A-Za-z0-9_.-]{1,128}$/.test(name))
      throw configError(
        'invalid_option',
        options.where,
        'name must be 1 to 128 of A-Z a-z 0-9 _ . -',
      );
    requiredText(options, 'description');
    const input = inputSchema(options.given.input, `${className}: input`, compile);
    const output =
      options.given.output === undefined
        ? undefined
        : outputSchema(options.given.output, `${className}: output`, compile);
    const annotations = listed(options, 'annotations', 'object');
    return {
      input: input.read,
      output: output?.read,
      uri: undefined,
      mimeType: undefined,
      mirrored: mirrorsArguments(input.json, `${className}: input`),
      args: [],
      values: NO_VALUES,
      listing: { inputSchema: input.json, outputSchema: output?.json, annotations },
    };
  },
  prompt: (options, _name, className, compile) => {
    const { list, read, values } = promptArguments(
      options.given.input,
      `${className}: input`,
      compile,
    );
    return {
      input: read,
      output: undefined,
      uri: undefined,
      mimeType: undefined,
      mirrored: false,
      args: list.map((argument) => argument.name),
      values,
      listing: list.length > 0 ? { arguments: list } : {},
    };
  },
  resource: (options, _name, className, compile) => {
    const uri = resourceUri(requiredText(options, 'uri'), options.where);
    const mimeType = text(options, 'mimeType');
    const annotations = listed(options, 'annotations', 'object');
    return {
      ...variables(options.given.input, uri, className, compile),
      output: undefined,
      uri,
      mimeType,
      mirrored: false,
      args: 'fixed' in uri ? [] : uri.variables,
      listing: {
        ...('fixed' in uri ? { uri: uri.fixed } : { uriTemplate: uri.template }),
        mimeType,
        annotations,
      },
    };
  },
};

const described = (options: Options) => ({
  title: text(options, 'title'),
  description: text(options, 'description'),
});

function icons(options: Options): unknown {
  const list = listed(options, 'icons', 'objects') as
    | readonly Readonly<Record<string, unknown>>[]
    | undefined;
  if (list !== undefined && !areIcons(list)) {
    throw configError(
      'invalid_option',
      options.where,
      'each of icons needs a src that is an https:, http: or data: URI',
    );
  }
  return list;
}

function cacheHint({ given, where }: Options): CacheHint | undefined {
  if (given.cacheHint === undefined) return undefined;
  const problem = cacheHintProblem(given.cacheHint);
  if (problem !== undefined) throw configError('invalid_option', where, `cacheHint ${problem}`);
  return Object.freeze({ ...(given.cacheHint as CacheHint) });
}

/** Drops what is absent and freezes the rest: lists go to every client from one object. */
const listingOf = (entry: Readonly<Record<string, unknown>>): JsonObject =>
  freezeDeep(
    Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as Record<
      string,
      Json
    >,
  );
