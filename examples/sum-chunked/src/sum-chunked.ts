import { type Answers, again, type CallContext, Compute, Tool } from '@countersign/core';
import { z } from 'zod';

const Numbers = z.object({ numbers: z.array(z.number().int()) });
type Numbers = z.output<typeof Numbers>;

/** How many numbers one round adds up. */
export const CHUNK = 100;

/** Long work in short rounds: nothing is asked, and between two rounds the interim sum is in the sealed state only. */
@Tool({
  name: 'sum-chunked',
  description: `Adds up numbers, ${CHUNK} a round.`,
  input: Numbers,
  output: z.object({ sum: z.number(), rounds: z.number() }),
})
export class SumChunked {
  @Compute()
  sum({ numbers }: Numbers, _: object, ctx: CallContext) {
    const { from, soFar } = (ctx.step.carried as { from: number; soFar: number } | undefined) ?? {
      from: 0,
      soFar: 0,
    };
    const next = from + CHUNK;
    const sum = numbers.slice(from, next).reduce((a, b) => a + b, soFar);
    return next < numbers.length ? again({ from: next, soFar: sum }) : sum;
  }

  run(_: Numbers, { sum }: Answers<SumChunked>, ctx: CallContext) {
    return { sum, rounds: ctx.flow.round };
  }
}
