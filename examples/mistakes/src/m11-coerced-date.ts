/**
 * M11: a compute's schema makes a Date of it, and `Answers` says string.
 *
 * compile: TS1241 Property ''the schema gives another type than the method returns, as JSON'' is
 *   missing in type 'TypedPropertyDescriptor<() => string>' but required in type '{ 'the schema
 *   gives another type than the method returns, as JSON': Date; }'.
 * start: ConfigError invalid_schema: Deploy.since: @Compute, schema: the schema makes a date,
 *   which is no JSON as its answer is: take z.iso.date() or z.iso.datetime() and build the Date
 *   yourself
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
