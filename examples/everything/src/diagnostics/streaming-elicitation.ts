import { ask, type CallContext, Elicit, Tool } from '@countersign/core';

/** Asks in the middle of a stream. On the 2026 wire the question is the result, and never a request of the server's. */
@Tool({
  name: 'test_streaming_elicitation',
  description: 'Tells how far it got, and asks a person to confirm.',
})
export class StreamingElicitation {
  @Elicit()
  confirm(_: object, __: object, ctx: CallContext) {
    ctx.progress(0, 1);
    return ask.confirm('Go on?');
  }

  run(_: object, __: object, ctx: CallContext) {
    ctx.progress(1, 1);
    return 'Went on.';
  }
}
