import { type Answers, again, type CallContext, Compute, Tool } from '@countersign/core';
import { z } from 'zod';

const Sizes = z.object({ sizes: z.array(z.number().int()) });
type Sizes = z.output<typeof Sizes>;

/** How many sizes one request adds up. */
const CHUNK = 1000;

/** Long work in short requests: nothing is asked, the client comes back with nothing but the state. */
@Tool({
  name: 'artifact-size',
  description: 'Adds up the sizes of the files of a build.',
  input: Sizes,
  output: z.object({ total: z.number(), rounds: z.number() }),
})
export class ArtifactSize {
  @Compute({ readable: true })
  sum({ sizes }: Sizes, _: object, ctx: CallContext) {
    const { from, total } = (ctx.step.carried as { from: number; total: number } | undefined) ?? {
      from: 0,
      total: 0,
    };
    const next = from + CHUNK;
    const sum = sizes.slice(from, next).reduce((a, b) => a + b, total);
    return next < sizes.length ? again({ from: next, total: sum }) : sum;
  }

  run(_: Sizes, { sum }: Answers<ArtifactSize>, ctx: CallContext) {
    return { total: sum, rounds: ctx.flow.round };
  }
}
