/** Takes what ends something that was started. */
export type Undo = (end: () => unknown) => void;

/**
 * Does some work, and ends all that it started, the last first, whether it succeeds, fails or is interrupted: a drill leaves no
 * process and no file behind. An end that fails does not keep the others from being tried; it is the error if there is no other.
 */
export async function undoing<T>(work: (undo: Undo) => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = [];
  const failures: unknown[] = [];
  const end = async (): Promise<void> => {
    for (let one = ends.pop(); one !== undefined; one = ends.pop()) {
      try {
        await one();
      } catch (error) {
        failures.push(error);
      }
    }
  };
  const interrupted = (): void => void end().finally(() => process.exit(130));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, interrupted);
  let done: T;
  try {
    done = await work((one) => ends.push(one));
  } finally {
    await end();
    for (const signal of signals) process.off(signal, interrupted);
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
