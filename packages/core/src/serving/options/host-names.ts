/** An application's own scheme as an origin, such as `vscode-webview://*`; web origins are named by their host. */
const OWN_SCHEME = /^(?!https?:)[a-z][a-z0-9+.-]*:\/\/\*$/;

/**
 * Says what is wrong with an entry of `http.allowedHosts` or `http.allowedOrigins`, which are compared with the host name that a URL
 * parser reads from the header: an entry that no parser writes would refuse everybody, in silence.
 */
export function hostNameProblem(entry: unknown, kind: 'host' | 'origin'): string | undefined {
  if (typeof entry !== 'string' || entry === '') return 'must hold non-empty strings';
  if (kind === 'origin' && OWN_SCHEME.test(entry)) return undefined;
  if (entry.includes('*'))
    return `holds ${entry}, and wildcards are not understood; name each host`;
  const url = `http://${entry}`;
  const written = URL.canParse(url) ? new URL(url).hostname : undefined;
  if (written === entry) return undefined;
  const cure =
    'write the host name alone, in lower case, without scheme, port and path, an IPv6 address in brackets';
  return `holds ${entry}, which no request can match; ${cure}`;
}
