/**
 * Flips one bit in the middle of what a state seals. The result is spelt as strictly as any state, so that it is the seal that
 * has to notice. Throws `TypeError` for a string that is no framed state.
 */
export function flipMiddleBit(state: string): string {
  const dot = state.indexOf('.');
  const sealed = Buffer.from(state.slice(dot + 1), 'base64url');
  const middle = sealed.length >> 1;
  const byte = sealed[middle];
  if (dot < 1 || byte === undefined) throw new TypeError('tampered(): this is no state of a Countersign server');
  sealed[middle] = byte ^ 1;
  return `${state.slice(0, dot)}.${sealed.toString('base64url')}`;
}
