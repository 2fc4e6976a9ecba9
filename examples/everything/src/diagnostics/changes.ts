// Tools that tell subscribers of a change. What is listed stays as it is: the suite looks at the telling.
import { Changes, Tool } from '@countersign/core';
import { WATCHED } from '../resources/watched.js';

@Tool({
  name: 'test_trigger_tool_change',
  description: 'Tells subscribers that the list of tools changed.',
})
export class TriggerToolChange {
  constructor(private readonly changes: Changes) {}

  run() {
    this.changes.listChanged('tools');
    return 'Told of the tools.';
  }
}

@Tool({
  name: 'test_trigger_prompt_change',
  description: 'Tells subscribers that the list of prompts changed.',
})
export class TriggerPromptChange {
  constructor(private readonly changes: Changes) {}

  run() {
    this.changes.listChanged('prompts');
    return 'Told of the prompts.';
  }
}

@Tool({
  name: 'test_trigger_resource_change',
  description: 'Tells subscribers that the watched resource changed.',
})
export class TriggerResourceChange {
  constructor(private readonly changes: Changes) {}

  run() {
    this.changes.resourceUpdated(WATCHED);
    return 'Told of the watched resource.';
  }
}
