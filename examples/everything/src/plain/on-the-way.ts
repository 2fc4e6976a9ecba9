// What a tool may say before it is done: how far it got, and what it is doing.
import { setTimeout as wait } from 'node:timers/promises';
import { type CallContext, Tool } from '@countersign/core';

/** Milliseconds of work between two notifications. */
const STEP_MS = 50;

@Tool({
  name: 'test_tool_with_progress',
  description: 'Tells how far it got, to callers that want to know.',
})
export class ToolWithProgress {
  async run(_: object, __: object, { signal, progress }: CallContext) {
    progress(0, 100);
    await wait(STEP_MS, undefined, { signal });
    progress(50, 100);
    await wait(STEP_MS, undefined, { signal });
    progress(100, 100);
    return 'Done, with progress told on the way.';
  }
}

@Tool({
  name: 'test_tool_with_logging',
  description: 'Logs what it is doing, to clients that asked for the level.',
})
export class ToolWithLogging {
  async run(_: object, __: object, { signal, log }: CallContext) {
    log.info('Tool execution started');
    await wait(STEP_MS, undefined, { signal });
    log.info('Tool processing data');
    await wait(STEP_MS, undefined, { signal });
    log.info('Tool execution completed');
    return 'Done, with messages logged on the way.';
  }
}
