import type { Blueprint } from '../../blueprint/blueprint.js';
import type { Viewer } from '../../viewer.js';
import type { Logger } from '../logger.js';

/** Tells whether a component exists for a caller; `undefined` is one who cannot be named. */
export type Sees = (viewer: Viewer | undefined, blueprint: Blueprint) => boolean;

/** Asks the author's `visible`, and fails closed: a throw, a promise and everything else that is not `true` hide the component. */
export function sight(logger: Logger): Sees {
  return (viewer, { visible, name, className }) => {
    if (visible === undefined) return true;
    if (viewer === undefined) return false;
    try {
      const verdict: unknown = visible(viewer);
      if (typeof verdict !== 'boolean')
        logger.error(
          { component: name, returned: typeof verdict },
          `${className}: visible must return true or false, at once`,
        );
      // A promise that rejects with nobody there would end the process.
      if (verdict instanceof Promise) verdict.catch(() => undefined);
      return verdict === true;
    } catch (error) {
      logger.error(
        { err: error, component: name },
        `${className}: visible threw, so that the component is hidden`,
      );
      return false;
    }
  };
}

/** Whether a token's scopes cover what is needed. Names are compared as they are: a verifier lists what a broad scope implies. */
export const covers = (granted: readonly string[], needed: readonly string[]): boolean =>
  needed.every((scope) => granted.includes(scope));

/** Whether the caller's token grants what the component asks for; where nothing grants scopes (stdio), nothing is asked. */
export const grants = (
  scopes: readonly string[] | undefined,
  { scopes: needed }: Blueprint,
): boolean => scopes === undefined || covers(scopes, needed);
