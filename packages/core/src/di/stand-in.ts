/**
 * Stands for an object that is made when it is first used: what `delay` injects. Its methods, getters and setters run on the object
 * itself. tsyringe's own proxy would run them on the proxy, where a class with `#private` members, a Map or a Date fails in its
 * first call.
 */
export function standIn(make: () => object): object {
  let made: object | undefined;
  const itself = (): Record<PropertyKey, unknown> => {
    made ??= make();
    return made as Record<PropertyKey, unknown>;
  };
  const bound = new WeakMap<object, unknown>();
  return new Proxy(
    {},
    {
      get: (_, key) => {
        const self = itself();
        const value = self[key];
        // A function of its own is a closure or somebody's mock, and stays what it is; one of its class is bound, once.
        if (typeof value !== 'function' || key === 'constructor' || Object.hasOwn(self, key))
          return value;
        if (!bound.has(value)) bound.set(value, value.bind(self));
        return bound.get(value);
      },
      set: (_, key, value) => {
        itself()[key] = value;
        return true;
      },
      has: (_, key) => key in itself(),
      deleteProperty: (_, key) => delete itself()[key],
      defineProperty: (_, key, descriptor) => {
        Object.defineProperty(itself(), key, descriptor);
        return true;
      },
      getPrototypeOf: () => Object.getPrototypeOf(itself()) as object | null,
      ownKeys: () => [
        ...Object.getOwnPropertyNames(itself()),
        ...Object.getOwnPropertySymbols(itself()),
      ],
      getOwnPropertyDescriptor: (_, key) => {
        const descriptor = Object.getOwnPropertyDescriptor(itself(), key);
        // A proxy may not tell of a fixed property that its own target has not.
        return descriptor && { ...descriptor, configurable: true };
      },
    },
  );
}
