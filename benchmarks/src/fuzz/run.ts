import { damaged, type Input } from './damage.js';
import { drawOf } from './draw.js';
import { brokenService, hold } from './hold.js';
import { problemOf } from './judge.js';
import { type Held, honest } from './requests.js';
import { HUNG, overFetch, overSocket, type Seen, Watch } from './send.js';
import { startTargets, type Target } from './targets.js';

export interface FuzzOptions {
  readonly seed: number;
  /** Number of the first input; an input is the same whatever the others are, but for the states and sessions in it. */
  readonly from: number;
  readonly runs: number;
  /** Hears how many inputs were sent. */
  readonly progress?: (sent: number) => void;
}

export interface Finding {
  /** Number of the input; `undefined` for what no single one can be blamed for. */
  readonly index?: number;
  readonly problem: string;
  readonly details: string;
}

export interface Fuzzed {
  readonly sent: number;
  readonly findings: readonly Finding[];
  /** How often which status was answered, over which way. A fuzz that is never let in finds nothing. */
  readonly statuses: ReadonlyMap<string, number>;
}

/** Inputs between two honest visits to every server. */
const BATCH = 1000;
/** Inputs in flight at a time. */
const AT_ONCE = 24;
/** One input in so many goes over a real connection. */
const SOCKET_EVERY = 12;
const MOST_FINDINGS = 20;

/** Sends damaged requests to every way that the components are served, and looks at every answer. */
export async function fuzz({ seed, from, runs, progress }: FuzzOptions): Promise<Fuzzed> {
  const findings: Finding[] = [];
  const statuses = new Map<string, number>();
  const found = (finding: Finding) => void (findings.length < MOST_FINDINGS && findings.push(finding));
  const crashed = (error: unknown) => found({ problem: 'an error that nobody handled', details: String((error as Error)?.stack ?? error) });
  process.on('unhandledRejection', crashed);
  process.on('uncaughtException', crashed);
  const targets = await startTargets();
  const watch = new Watch();
  const end = from + runs;
  let sent = 0;
  try {
    for (let first = from; first < end && findings.length < MOST_FINDINGS; first += BATCH) {
      const held = new Map<Target, Held>();
      for (const target of targets) {
        const holds = await watch.over(hold(target), undefined);
        if (holds === undefined) throw new Error(`${target.name}: an honest client gets no answer before input ${first}`);
        held.set(target, holds);
      }
      let next = first;
      const last = Math.min(first + BATCH, end);
      const worker = async () => {
        while (next < last) {
          const index = next++;
          // In-process answers come without a turn of the event loop, which the connections need.
          await turn();
          const draw = drawOf(seed, index);
          const target = draw.of(targets);
          const input = damaged(draw, honest(draw, target, held.get(target) as Held));
          const socket = draw.oneIn(SOCKET_EVERY);
          const seen = await watch.over(socket ? overSocket(draw, target, input) : overFetch(target, input), HUNG);
          count(statuses, `${socket ? 'socket' : 'fetch'} ${seen.end === 'answered' ? seen.status : seen.end}`);
          const problem = problemOf(input, seen);
          if (problem !== undefined) found({ index, problem, details: detailsOf(target, input, seen, socket) });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      sent += last - first;
      progress?.(sent);
    }
    for (const target of targets) {
      const broken = await watch.over(brokenService(target), 'no answer');
      if (broken !== undefined) found({ problem: 'an honest client is no longer served', details: `${target.name}: ${broken}` });
      for (const leak of new Set(target.leaks)) found({ problem: 'a token in the log', details: `${target.name}: ${leak}` });
    }
  } finally {
    watch.end();
    await Promise.all(targets.map(({ server }) => server.close({ graceMs: 0 })));
    // What was left unhandled is told within this turn.
    await turn();
    process.off('unhandledRejection', crashed);
    process.off('uncaughtException', crashed);
  }
  return { sent, findings, statuses };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

function detailsOf({ name }: Target, { httpMethod, path, headers, body }: Input, seen: Seen, socket: boolean): string {
  const shown = (text: string) => JSON.stringify(text.length > 600 ? `${text.slice(0, 600)}… (${text.length})` : text);
  return [
    `${socket ? 'over a socket' : 'in-process'} to "${name}": ${httpMethod} ${path.slice(0, 80)}`,
    `  head: ${shown(headers.map(([header, value]) => `${header}: ${value}`).join(' | '))}`,
    `  body: ${shown(Buffer.from(body ?? []).toString('latin1'))}`,
    `  answer: ${seen.end} ${seen.status} ${seen.type} ${shown(seen.text)}`,
  ].join('\n');
}
