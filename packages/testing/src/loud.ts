/**
 * What inspectors, runners and promises read of any object, to find out what it is. No step that is
 * open has such a name hidden from it: names of this list that are there are read as they are.
 */
const PROBED: ReadonlySet<string> = new Set([
  'asymmetricMatch',
  'calls',
  'hasAttribute',
  'inspect',
  'length',
  'nodeName',
  'nodeType',
  'outerHTML',
  'size',
  'tagName',
  'then',
  'toJSON',
]);

/** Names that a decorated method is not given, and that libraries mark their own objects by. */
const isMark = (key: string): boolean => /^[$_@]/.test(key) || PROBED.has(key);

/**
 * Shows a record whose members cannot be misread: reading one that is not there throws what `absent`
 * makes. Whoever asks first whether it is there (`in`, `Object.hasOwn`, a matcher) may read it, until
 * other code has run.
 */
export function loud<T extends Readonly<Record<PropertyKey, unknown>>>(
  record: T,
  absent: (key: string) => Error,
): T {
  const known = new Set<string>();
  /** Matchers look for the path `files.a`, escaped or not, and then read it member by member. */
  const lookedFor = (key: string | symbol): void => {
    if (typeof key === 'symbol' || key in record) return;
    if (known.size === 0) queueMicrotask(() => known.clear());
    known.add(key).add(key.replaceAll('\\', ''));
    known.add(key.split('.', 1)[0] ?? key);
  };
  return new Proxy(record, {
    get: (target, key) => {
      const isThere = typeof key === 'symbol' || key in target;
      if (isThere || isMark(key) || known.has(key)) return target[key];
      throw absent(key);
    },
    has: (target, key) => {
      lookedFor(key);
      return key in target;
    },
    getOwnPropertyDescriptor: (target, key) => {
      lookedFor(key);
      return Object.getOwnPropertyDescriptor(target, key);
    },
  });
}
