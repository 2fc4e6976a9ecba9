import { parseArgs } from 'node:util';

export const HELP = `Usage: pnpm soak [options]

Lets clients of revision 2025-11-25 initialize and vanish, half of them with a question open, first a thousand and then two
thousand, and looks at what is left of them after the idle time: sessions, questions, timers, heap. The time is the machine's,
set ahead by the thirty minutes that a session may be idle; the timers are real. Over loopback, in under two minutes.

Then, for each kind of question, sends one state with its answer 20,000 times, and looks at the heap after 10,000 and 20,000:
it may grow by 2 %. Forms are built in the step; one kind has another form in every call. In the process, in some minutes.

  --clients <n>   so many, and then twice as many; default 1000
  --sent <n>      so many states, and then twice as many; default 10000
  --only <part>   'clients' or 'states'; default both
  --help          shows this

Ends with 1 when something is not as expected.
`;

export interface Options {
  readonly help: boolean;
  /** Of the first load; the second has twice as many. */
  readonly clients: number;
  /** States sent at first; twice as many in all. */
  readonly sent: number;
  readonly only: 'clients' | 'states' | undefined;
}

/** Reads the command line. Throws TypeError for anything it does not know. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      clients: { type: 'string', default: '1000' },
      sent: { type: 'string', default: '10000' },
      only: { type: 'string' },
    },
  });
  const clients = Number(values.clients);
  if (!Number.isSafeInteger(clients) || clients < 2 || clients > 10_000)
    throw new TypeError('--clients: expected a number from 2 to 10000');
  const sent = Number(values.sent);
  if (!Number.isSafeInteger(sent) || sent < 1 || sent > 1_000_000)
    throw new TypeError('--sent: expected a number from 1 to 1000000');
  const { help, only } = values;
  if (only !== undefined && only !== 'clients' && only !== 'states')
    throw new TypeError('--only: expected clients or states');
  return { help, clients, sent, only };
}
