/**
 * run does not await its effect: the call ends before it, and its failure is lost.
 *
 * call: "Deployed release 1."
 * check: error floating-promise: Deploy.run does not await a promise: the call ends before it, and
 *   its failure is lost — await it; if it shall run on by itself, write void before it
 */
import { Tool } from '@countersign/core';
import { type Call, Releases, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  constructor(private readonly releases: Releases) {}

  run() {
    this.releases.deploy(1);
    return 'Deployed release 1.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = {};
