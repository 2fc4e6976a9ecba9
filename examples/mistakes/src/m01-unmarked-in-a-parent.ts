/**
 * M1: the parent class holds the question that nobody marked.
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
