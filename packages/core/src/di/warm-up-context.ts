import { ConfigError } from '../errors.js';
import { CallContext } from '../rounds/context.js';

/** A context for constructors that run at start, when there is no call: every member throws, and says what to do. */
export function warmUpContext(noted: (error: ConfigError) => void): CallContext {
  return new Proxy(Object.create(CallContext.prototype) as CallContext, {
    get(target, member) {
      // Looked at by promises, inspectors and assertions, none of which means the call.
      if (
        typeof member === 'symbol' ||
        member === 'then' ||
        member === 'toJSON' ||
        member in Object.prototype
      )
        return target[member as keyof CallContext];
      const error = new ConfigError(
        'invalid_component',
        `CallContext.${member} was read while a constructor ran at start, where there is no call yet. Keep the context and read it in a method`,
      );
      noted(error);
      throw error;
    },
  });
}
