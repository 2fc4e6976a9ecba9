import { explained } from '../blueprint/assignments.js';

/**
 * Disposes what was made, latest first, so that nothing outlives what it was given. A `dispose()` that throws or rejects
 * is reported and stops no other. tsyringe's own disposal would stop, and would close singletons with the call that first
 * resolved them.
 */
export async function disposeAll(made: unknown[], failed: (error: unknown) => void): Promise<void> {
  for (const instance of made.splice(0).reverse()) {
    try {
      if (typeof instance !== 'object' || instance === null) continue;
      const { dispose } = instance as { dispose?: unknown };
      if (typeof dispose === 'function') await dispose.call(instance);
    } catch (error) {
      failed(explained(error, instance as object));
    }
  }
}
