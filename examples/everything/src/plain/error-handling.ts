import { type CallContext, Tool } from '@countersign/core';

/** What is said by `ctx.fail` reaches the caller; the message of any other error would not. */
@Tool({ name: 'test_error_handling', description: 'Fails.' })
export class ErrorHandling {
  run(_: object, __: object, ctx: CallContext) {
    return ctx.fail('This tool intentionally returns an error for testing');
  }
}
