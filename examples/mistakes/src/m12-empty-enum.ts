/**
 * M12: a choice of nothing.
 *
 * call: isError "Invalid arguments for deploy: env: Invalid option: expected one of "
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
