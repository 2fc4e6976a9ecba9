import { Tool } from '@countersign/core';
import { z } from 'zod';

/** Clients repeat the region in a header, `Mcp-Param-Region`, for proxies to route by. One that says something else is refused. */
const Input = z.object({
  region: z.string().meta({ 'x-mcp-header': 'Region' }),
  query: z.string().optional(),
});

@Tool({
  name: 'test_mirrored_argument',
  description: 'Looks something up in a region.',
  input: Input,
})
export class MirroredArgument {
  run({ region, query = 'everything' }: z.output<typeof Input>) {
    return `Looked up ${query} in ${region}.`;
  }
}
