import { helpOf, type NumberOption } from '../shared/arguments.js';

export type RotationOption = 'replicas' | 'clients' | 'deadline' | 'seed';

export const OPTIONS: Readonly<Record<RotationOption, NumberOption>> = {
  replicas: { fallback: 4, least: 2, most: 32, what: 'server processes behind nginx' },
  clients: {
    fallback: 8,
    least: 1,
    most: 500,
    what: 'official clients, each with one call at a time, all the time',
  },
  deadline: {
    fallback: 20,
    least: 5,
    most: 3600,
    what: 'seconds from the beginning of a flow to its deadline',
  },
  seed: {
    fallback: 1,
    least: 0,
    most: 2 ** 32 - 1,
    what: 'decides whose last answer is lost, and how long people think',
  },
};

export const HELP = `Usage: pnpm drill:rotation [options]

Changes the key of the HMAC codec, then the codec to AEAD, while clients go through calls all the time: replica by replica, in the
three phases of docs/operations.md, the last of each after one flow deadline. No call may fail. A call that is kept open until its key
is gone must. Needs nginx and redis-server. On 127.0.0.1, in some two minutes.

${helpOf(OPTIONS)}
Ends with 1 when something is not as expected.
`;
