/** Adds to an error what it should tell as well. The same error, so that a runner still shows what it compared. */
export function telling<T extends Error>(error: T, news: readonly string[]): T {
  const { message, stack = '' } = error;
  const more = news.filter((each) => each !== '' && !message.includes(each));
  if (more.length === 0 || !Object.isExtensible(error)) return error;
  const told = [message, ...more].join('\n\n');
  // Defined, since some errors have a message that cannot be assigned to. The stack too: runners print that.
  const own = (value: string) => ({ value, configurable: true, writable: true });
  return Object.defineProperties(error, {
    message: own(told),
    stack: own(stack.replace(message, () => told)),
  });
}
