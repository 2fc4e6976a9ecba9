import { Consents } from './consent.js';
import type { Input } from './damage.js';
import { drawOf } from './draw.js';
import { brokenService, hold, release } from './hold.js';
import { problemOf } from './judge.js';
import type { Held } from './requests.js';
import { HUNG, type Seen, Watch } from './seen.js';
import { sendOne } from './send.js';
import { startTargets, type Target } from './targets.js';
import { watchdog } from './watchdog.js';

export interface FuzzOptions {
  readonly seed: number;
  /** Number of the first input; an input is the same whatever the others are, but for the states and sessions in it. */
  readonly from: number;
  readonly inputs: number;
  /** Hears how many inputs were sent. */
  readonly progress?: (sent: number) => void;
  /** Hears what was sent and seen, input by input. */
  readonly shown?: (details: string) => void;
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
  /** Inputs that said yes to the destructive tool, and how often it went ahead. */
  readonly yeses: number;
  readonly wiped: number;
}

/** Inputs between two honest visits to every server. */
const BATCH = 2500;
/** Inputs in flight at a time. */
const AT_ONCE = 24;
const MOST_FINDINGS = 20;
/** Milliseconds that a server may take to close. It holds nothing, so that it takes none. */
const GRACE_MS = 600_000;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Sends damaged requests to every way that the components are served, and looks at every answer. */
export async function fuzz({ seed, from, inputs, progress, shown }: FuzzOptions): Promise<Fuzzed> {
  const findings: Finding[] = [];
  const statuses = new Map<string, number>();
  const found = (finding: Finding) =>
    void (findings.length < MOST_FINDINGS && findings.push(finding));
  const crashed = (error: unknown) =>
    found({
      problem: 'an error that nobody handled',
      details: String((error as Error)?.stack ?? error),
    });
  process.on('unhandledRejection', crashed);
  process.on('uncaughtException', crashed);
  const targets = await startTargets();
  const consents = new Map(targets.map((target) => [target, new Consents()]));
  const dog = watchdog(seed);
  const watch = new Watch(dog.turned);
  const end = from + inputs;
  let sent = 0;

  const one = async (index: number, held: ReadonlyMap<Target, Held>): Promise<void> => {
    const draw = drawOf(seed, index);
    const target = draw.of(targets);
    const client = `input ${index}`;
    const looked = (over: string, input: Input, seen: Seen) => {
      count(statuses, `${over} ${seen.end === 'answered' ? seen.status : seen.end}`);
      const problem = problemOf(input, seen);
      if (problem !== undefined)
        found({ index, problem, details: detailsOf(target, over, input, seen) });
      shown?.(detailsOf(target, over, input, seen));
    };
    const open = new Map<Input, string>();
    const sending = sendOne({
      draw,
      target,
      held: held.get(target) as Held,
      client,
      exchanged: ({ input, over }) => {
        (consents.get(target) as Consents).note(client, input);
        open.set(input, over);
        return (seen) => {
          open.delete(input);
          looked(over, input, seen);
        };
      },
    });
    if ((await watch.over(sending, HUNG)) === HUNG)
      for (const [input, over] of open) looked(over, input, HUNG);
  };

  try {
    for (let first = from; first < end && findings.length < MOST_FINDINGS; first += BATCH) {
      const held = new Map<Target, Held>();
      for (const target of targets) {
        const holds = await watch.over(hold(target), undefined);
        if (holds === undefined)
          throw new Error(`${target.name}: an honest client gets no answer before input ${first}`);
        held.set(target, holds);
      }
      let next = first;
      const last = Math.min(first + BATCH, end);
      const worker = async () => {
        while (next < last) {
          const index = next++;
          dog.sending(index);
          await one(index, held).catch((error: Error) =>
            found({ index, problem: 'it could not be sent or judged', details: `${error.stack}` }),
          );
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      for (const [target, holds] of held) await watch.over(release(target, holds), undefined);
      sent += last - first;
      progress?.(sent);
    }
    for (const target of targets)
      for (const finding of await left(target, consents.get(target) as Consents, watch))
        found(finding);
  } finally {
    watch.end();
    await dog.end();
    await Promise.all(targets.map(({ server }) => server.close({ graceMs: 0 })));
    // What was left unhandled is told within this turn.
    await turn();
    process.off('unhandledRejection', crashed);
    process.off('uncaughtException', crashed);
  }
  const sum = (counts: readonly number[]) => counts.reduce((all, counted) => all + counted, 0);
  return {
    sent,
    findings,
    statuses,
    yeses: sum([...consents.values()].map(({ given }) => given)),
    wiped: sum(targets.map(({ wiped }) => wiped.length)),
  };
}

/** What is wrong with a server after everything: whom it does not serve, what it told, did and still holds. */
async function left(target: Target, consents: Consents, watch: Watch): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const found = (problem: string, details: string) =>
    findings.push({ problem, details: `${target.name}: ${details}` });
  const broken = await watch.over(
    brokenService(target).catch((error: unknown) => String(error)),
    'no answer',
  );
  if (broken !== undefined) found('an honest client is no longer served', broken);
  for (const fault of new Set(target.faults)) found('the server told of a fault', fault);
  for (const client of consents.missing(target.wiped))
    found('an effect that nobody agreed to', client);
  target.agent.destroy();
  const closed = await watch.over(
    target.server.close({ graceMs: GRACE_MS }).then(() => 'closed'),
    'open',
  );
  if (closed !== 'closed') found('a request is held', 'the server does not close by itself');
  const { sessions, openAsks } = target.stats();
  if (sessions > 0 || openAsks > 0)
    found('something is left', `${sessions} sessions, ${openAsks} questions`);
  return findings;
}

const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

function detailsOf(
  { name }: Target,
  over: string,
  { httpMethod, path, headers, body }: Input,
  seen: Seen,
): string {
  const shown = (text: string) =>
    JSON.stringify(text.length > 1500 ? `${text.slice(0, 1500)}… (${text.length})` : text);
  return [
    `over ${over} to "${name}": ${httpMethod} ${path.slice(0, 80)}`,
    `  head: ${shown(headers.map(([header, value]) => `${header}: ${value}`).join(' | '))}`,
    `  body: ${shown(Buffer.from(body ?? []).toString('latin1'))}`,
    `  answer: ${seen.end} ${seen.status} ${seen.type} ${shown(seen.text)}`,
  ].join('\n');
}
