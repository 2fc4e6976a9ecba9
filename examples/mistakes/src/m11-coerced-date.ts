/**
 * M11: a compute's schema makes a Date of it, and `Answers` says string.
 *
 * compile: TS1241 Unable to resolve signature of method decorator when called as an expression.
 * call: TypeError: since.slice is not a function
 */
import { type Answers, Compute, Tool } from '@countersign/core';
import { z } from 'zod';
import { type Call, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  @Compute({ schema: z.coerce.date() })
  since() {
    return '2026-07-28';
  }
  run(_: object, { since }: Answers<Deploy>) {
    return `Deployed since ${since.slice(0, 4)}.`;
  }
}

export const server = serverOf(Deploy);
export const call: Call = {};
