import { parseArgs } from 'node:util';
import { everything } from './server.js';

const HELP = `Usage: pnpm everything

Serves the fixture of the official conformance suite on loopback, to clients of both eras, until it is interrupted.
PORT, from the environment, is where; 3000 by default, and 0 takes any free port.
`;

function portOf(text = '3000'): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Error('PORT must be a whole number up to 65535');
  return port;
}

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const server = everything();
  const { url } = await server.listen({ port: portOf(process.env.PORT) });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());
  process.stdout.write(`listening on ${url}\n`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  return 2;
});
