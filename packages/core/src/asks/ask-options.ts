import { ConfigError } from '../errors.js';
import { isRecord } from '../json.js';
import { notNull } from '../options.js';

/**
 * Checks the options of a question: one that is misspelt would be a question without it. Values are for their owners to
 * check, but that none is null.
 * @throws ConfigError `invalid_ask`, naming the option.
 */
export function checkOptions(where: string, options: unknown, known: readonly string[]): void {
  if (options === undefined) return;
  if (options === null) throw new ConfigError('invalid_ask', `${where}: ${notNull('options')}`);
  if (!isRecord(options))
    throw new ConfigError('invalid_ask', `${where}: the options are no object. Leave them out`);
  for (const [name, value] of Object.entries(options)) {
    if (!known.includes(name))
      throw new ConfigError(
        'invalid_ask',
        `${where}: there is no option "${name}". It takes ${known.join(', ')}`,
      );
    if (value === null) throw new ConfigError('invalid_ask', `${where}: ${notNull(name)}`);
  }
}
