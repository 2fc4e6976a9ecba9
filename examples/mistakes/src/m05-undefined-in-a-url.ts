/**
 * M5: what may be absent is put into a URL.
 *
 * call: ConfigError invalid_ask: ask.url(): the URL holds "undefined". Await it, or name its
 *   field; if the text is meant, write it with ask.text
 * check: error unreadable-text: the text of a question shows what may be undefined, "undefined" —
 *   say with ?? what is shown then, or ask only when it is there
 */
import { ask, Elicit, Tool } from '@countersign/core';
import { z } from 'zod';
import { type Call, serverOf } from './kit.js';

const Input = z.object({ ticket: z.string().optional() });
type Input = z.output<typeof Input>;

@Tool({ name: 'deploy', description: 'Deploys a release.', input: Input })
class Deploy {
  @Elicit()
  page({ ticket }: Input) {
    return ask.url('Approve it.', `https://tickets.example/${ticket}`);
  }
  run() {
    return 'Deployed.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = {};
