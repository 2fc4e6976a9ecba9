import { ConfigError } from '../errors.js';
import { addressOf, type Wording } from '../text.js';

/**
 * Checks a URL that a person will be sent to (spec: client/elicitation, Safe URL Handling), and returns it normalised.
 * Errors never repeat it: it may hold a one-time token.
 * @throws ConfigError `invalid_ask` unless it is valid and absolute, https (http on a loopback host only), without user
 * info, and without a value in it that is no text (`ask.text`).
 */
export function askUrl(given: Wording): string {
  const url = addressOf(given, 'ask.url(): the URL');
  if (!URL.canParse(url)) {
    return refuse(
      'this is not a valid absolute URL',
      'Pass the whole URL, with https://, a host and a port that exists',
    );
  }
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    return refuse(`the URL has the scheme ${parsed.protocol}`, 'Use https://');
  if (parsed.protocol === 'http:' && !isLoopback(parsed.hostname))
    return refuse('the URL is http on a host that is not loopback', 'Use https://');
  if (parsed.username !== '' || parsed.password !== '')
    return refuse('the URL carries user info', 'Leave the name and password out');
  return parsed.href;
}

/** RFC 6761 §6.3 (localhost and its subdomains), RFC 1122 §3.2.1.3 (127/8), RFC 4291 §2.5.3 (::1). */
const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '[::1]' ||
  /^127(\.\d{1,3}){3}$/.test(host);

function refuse(what: string, cure: string): never {
  throw new ConfigError('invalid_ask', `ask.url(): ${what}. ${cure}`);
}
