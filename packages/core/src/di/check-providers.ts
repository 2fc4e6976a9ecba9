import { ConfigError } from '../errors.js';
import { nullProblem } from '../options.js';
import { CallContext } from '../rounds/context.js';
import { type Provider, tokenName } from './provider.js';

const WAYS = ['useClass', 'useValue', 'useFactory'] as const;
const MEMBERS: ReadonlySet<string> = new Set(['token', 'scope', ...WAYS]);
const CYCLE = 'An undefined one is an import cycle, or a missing export';

/**
 * Checks a list of providers, each by its place in the list.
 * @throws ConfigError `invalid_option` naming the place and the right shape, and `duplicate` naming
 * both places of two providers for one token.
 */
export function checkProviders(providers: unknown): asserts providers is readonly Provider[] {
  if (!Array.isArray(providers))
    throw new ConfigError('invalid_option', 'providers must be a list: [{ token, useClass }]');
  const places = new Map<unknown, number>();
  for (const [index, provider] of providers.entries()) {
    const { token } = checkProvider(provider, `providers[${index}]`);
    const first = places.get(token);
    if (first !== undefined)
      throw new ConfigError(
        'duplicate',
        `providers[${first}] and providers[${index}]: two providers for ${tokenName(token)}. Remove one`,
      );
    places.set(token, index);
  }
}

function checkProvider(given: unknown, place: string): Provider {
  if (!isEntry(given)) throw new ConfigError('invalid_option', `${place}: ${shapeProblem(given)}`);
  const problem = nullProblem(given) ?? memberProblem(given);
  if (problem === undefined) return given as unknown as Provider;
  const named = isToken(given.token) ? `${place} (${tokenName(given.token)})` : place;
  throw new ConfigError('invalid_option', `${named}: ${problem}`);
}

const isEntry = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const isToken = (token: unknown): boolean =>
  typeof token === 'function' || typeof token === 'string' || typeof token === 'symbol';

/** Says what to write in the place of what is no object. */
function shapeProblem(given: unknown): string {
  if (Array.isArray(given)) return 'a list in the list. Spread it: ...providers';
  if (typeof given === 'function' && isClass(given)) {
    const name = tokenName(given);
    return `the class ${name} alone. Write { token: ${name}, useClass: ${name} }`;
  }
  if (typeof given === 'function')
    return 'a function alone. Write { token: Token, useFactory: () => value }';
  if (typeof given === 'string' || typeof given === 'symbol')
    return `the token ${JSON.stringify(String(given))} alone. Write { token, useValue: value }`;
  if (given === undefined || given === null)
    return `${given}, and no provider. ${CYCLE}; write { token, useClass }`;
  return `a ${typeof given}, and no provider. Write { token, useClass }`;
}

const isClass = (given: object): boolean =>
  /^class\b/.test(Function.prototype.toString.call(given)) ||
  Object.getOwnPropertyNames((given as { prototype?: object }).prototype ?? {}).length > 1;

function memberProblem(given: Readonly<Record<string, unknown>>): string | undefined {
  if (!('token' in given) && 'provide' in given)
    return 'it has no token but `provide`. Write { token: Token, useClass: Class }';
  const stray = Object.keys(given).find((name) => !MEMBERS.has(name));
  if (stray !== undefined)
    return `it has no member "${stray}". Write { token, useClass | useValue | useFactory, scope }`;
  const { token, useClass, useValue, useFactory, scope } = given;
  if (!isToken(token)) return `token must be a class, a string or a symbol. ${CYCLE}`;
  if (token === CallContext)
    return 'CallContext is provided by the server on every call. Remove it';
  if (WAYS.filter((way) => way in given).length !== 1)
    return `give exactly one of ${WAYS.join(', ')}`;
  if ('useClass' in given && typeof useClass !== 'function')
    return `useClass must be a class. ${CYCLE}`;
  if ('useFactory' in given && typeof useFactory !== 'function')
    return 'useFactory must be a function';
  if ('useValue' in given && useValue === undefined)
    return `useValue is undefined. ${CYCLE}; for a token that may be absent, remove the provider`;
  if ('useValue' in given && typeof token === 'function' && useValue === token)
    return `useValue is the class itself. Write useClass, or useValue with an instance of it`;
  if (scope !== undefined && (scope !== 'call' || 'useValue' in given))
    return `scope must be 'call' or absent, and absent with useValue`;
  return undefined;
}
