import { parseArgs } from 'node:util';

export const HELP = `Usage: pnpm soak [options]

Lets clients of revision 2025-11-25 initialize and vanish, half of them with a question open, first a thousand and then two
thousand, and looks at what is left of them after the idle time: sessions, questions, timers, heap. The time is the machine's,
set ahead by the thirty minutes that a session may be idle; the timers are real. Over loopback, in under two minutes.

  --clients <n>   so many, and then twice as many; default 1000
  --help          shows this

Ends with 1 when something is not as expected.
`;

export interface Options {
  readonly help: boolean;
  /** Of the first load; the second has twice as many. */
  readonly clients: number;
}

/** Reads the command line. Throws TypeError for anything it does not know. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      clients: { type: 'string', default: '1000' },
    },
  });
  const clients = Number(values.clients);
  if (!Number.isSafeInteger(clients) || clients < 2 || clients > 10_000)
    throw new TypeError('--clients: expected a number from 2 to 10000');
  return { help: values.help, clients };
}
