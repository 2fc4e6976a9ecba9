/**
 * M12: a choice of nothing.
 *
 * start: ConfigError invalid_schema: Deploy: input: field "env" is an enum without a value: name
 *   at least one
 */
import { Tool } from '@countersign/core';
import { z } from 'zod';
import { type Call, serverOf } from './kit.js';

const Input = z.object({ env: z.enum([]) });

@Tool({ name: 'deploy', description: 'Deploys a release.', input: Input })
class Deploy {
  run() {
    return 'Deployed.';
  }
}

export const server = serverOf(Deploy);
export const call: Call = { arguments: { env: 'prod' } };
