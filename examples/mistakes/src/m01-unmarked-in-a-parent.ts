/**
 * M1: the parent class holds the question that nobody marked.
 *
 * start: ConfigError invalid_step: Deploy.confirm (of Careful): a method that has no mark. If it
 *   asks or computes, mark it @Elicit, @Sample, @Roots or @Compute; if not, make it #private or
 *   mark it @Helper()
 * check: error unmarked-method: Deploy.confirm builds a question without a decorator: nobody is
 *   asked — mark it @Elicit(), @Sample() or @Roots(); if it is a helper, make it #private or mark
 *   it @Helper()
 */
import { ask, Tool } from '@countersign/core';
import { serverOf } from './kit.js';

class Careful {
  protected confirm() {
    return ask.confirm('Deploy release 1?');
  }
}

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy extends Careful {
  run() {
    return 'Deployed release 1.';
  }
}

export const server = serverOf(Deploy);
