import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createServer, Tool } from '../../src/index.js';
import { throughJson } from '../../src/strict-json.js';
import { client, linesLogger } from '../support/serving.js';
import { schemas, valuesOf } from './schemas.js';

const TOOLS = 40;
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** What zod makes of a value, if JSON can say it. */
function expected(schema: z.ZodType, given: unknown): { readonly made: unknown } | undefined {
  try {
    const read = schema.safeParse(given);
    return read.success ? { made: throughJson(read.data) } : undefined;
  } catch {
    return undefined;
  }
}

it('gives the official client results that it takes, and errors for all others', async () => {
  const seed = Date.now() % 2 ** 31;
  const nodes = schemas.chain((node) => fc.tuple(fc.constant(node), valuesOf(node)));
  const made = fc.sample(nodes, { seed, numRuns: TOOLS }).map(([{ schema }, f], at) => {
    const whole = z.object({ f: schema });
    @Tool({ name: `t${at}`, description: 'Returns what it was made with.', output: whole })
    class Returns {
      run() {
        return { f } as never;
      }
    }
    return { whole, f, component: Returns };
  });
  const { logger } = linesLogger();
  const components = made.map(({ component }) => component);
  const server = createServer({ name: 'oracle', version: '1', components, logger });
  open.push(server);
  const { url } = await server.listen();
  for (const era of ['2026', '2025'] as const) {
    const official = await client(url, era);
    open.push(official);
    await official.listTools();
    for (const [at, { whole, f }] of made.entries()) {
      const told = `seed ${seed}, ${era}, value ${JSON.stringify(f)}`;
      const result = await official.callTool({ name: `t${at}` });
      const right = expected(whole, { f });
      // What agree.ts does not compare either: characters beyond the BMP, and numbers near 2^53.
      if (!/[\ud800-\udfff]|\d{15}/.test(JSON.stringify(f) ?? ''))
        expect(result.isError ?? false, told).toBe(right === undefined);
      if (result.isError !== true) expect(result.structuredContent, told).toEqual(right?.made);
    }
  }
});
