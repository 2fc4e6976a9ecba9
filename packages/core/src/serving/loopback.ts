const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether only this machine can reach an address. */
export const isLoopback = (host: string): boolean =>
  LOOPBACK.has(host) || /^127(\.\d{1,3}){3}$/.test(host);
