/**
 * M13: ask.all of more questions than an answer may have, once there is as much data.
 *
 * call: ConfigError invalid_ask: ask.all(): 305 asks, and a request answers at most 256. Use
 *   ask.each(items, (item) => ask, { key }), which asks some at a time
 */
import { type Answers, ask, Elicit, Tool } from '@countersign/core';
import { type Call, Name, serverOf } from './kit.js';

const files = Array.from({ length: 305 }, (_, at) => `file-${at}`);

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  @Elicit()
  each() {
    return ask.all(
      Object.fromEntries(files.map((file) => [file, ask.form(`${file}: who?`, Name)])),
    );
  }
  run(_: object, { each }: Answers<Deploy>) {
    return `Deployed ${Object.keys(each).length}.`;
  }
}

export const server = serverOf(Deploy);
export const call: Call = {};
