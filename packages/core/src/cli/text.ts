import type {
  ComponentDescription,
  RoundBound,
  RoundLimit,
  ServerDescription,
  StepDescription,
} from '../serving/surface/description.js';

const ASKS_2025: Readonly<Record<ServerDescription['asks2025'], string>> = {
  no: 'cannot be asked: there is no shim',
  stdio: 'can be asked on stdio only: the shim serves HTTP without sessions, or as JSON',
  everywhere: 'can be asked',
  unknown: 'are served by a bridge that does not say its limits',
};

const UNKNOWN_RUN =
  'A class without steps asks if its run returns inputRequired, which shows only when it runs.';

/** Writes a description for people. */
export function describeText({
  name,
  version,
  asks2025,
  limits,
  components,
  forms,
}: ServerDescription): string {
  const warned = [
    ...components.map(({ name: of, warnings }) => ({ of, warnings })),
    ...forms.map(({ fields, warnings }) => ({ of: `form of ${fields.join(', ')}`, warnings })),
  ].flatMap(({ of, warnings }) => warnings.map((warning) => `${of}: ${warning}.`));
  return lines([
    `${name} ${version}`,
    '',
    ...components.flatMap(componentLines),
    '',
    'Rounds of one flow: when every question is answered by what fits, to when each uses up its attempts, one in a round',
    ...indented(
      table([
        headOf(limits),
        ...components.filter(({ bounds }) => bounds.some(isWorthTelling)).map(rowOf),
      ]),
    ),
    '',
    ...limits.map((limit) => `${limit.by}: ${limitText(limit)}`),
    `2025 clients ${ASKS_2025[asks2025]}.`,
    'Not counted: rounds of again, batches of ask.each after the first, answers that are left out, questions that a deploy',
    'changes, and misfits of ask.all and ask.each beyond those of one question. Each costs a round.',
    ...(components.some(({ asks }) => asks === 'unknown') ? [UNKNOWN_RUN] : []),
    ...(warned.length === 0 ? [] : ['', 'Warnings', ...indented(warned)]),
  ]);
}

function componentLines({
  kind,
  name,
  className,
  uri,
  once,
  scopes,
  asks,
  steps,
  capabilities,
}: ComponentDescription): string[] {
  const more = [uri, once && 'once', scopes.length > 0 && `scopes ${scopes.join(' ')}`].filter(
    (part) => typeof part === 'string',
  );
  const title = [`${kind} ${name} (${className})`, ...more].join(', ');
  if (steps.length === 0) return [`${title}: ${asks === 'unknown' ? 'no steps' : 'asks nothing'}`];
  const needs =
    capabilities === 'unknown' || capabilities.length === 0
      ? []
      : [`may need ${capabilities.join(', ')}`];
  return [
    title,
    ...indented([...table(steps.map((step) => [step.name, step.kind, stepText(step)])), ...needs]),
  ];
}

function stepText(step: StepDescription): string {
  if (step.kind === 'compute')
    return [`version ${step.version}`, step.readable && 'readable', step.schema && 'with a schema']
      .filter(Boolean)
      .join(', ');
  const { asks, attempts, presupplied, timeoutMs } = step;
  const more = [
    presupplied && 'presupplied',
    timeoutMs !== undefined && `waits ${timeoutMs} ms in 2025`,
  ];
  return [asks.join(' or '), `${attempts} attempts`, ...more].filter(Boolean).join(', ');
}

const headOf = (limits: readonly RoundLimit[]): string[] => [
  '',
  'state-only',
  ...limits.map(({ by, most }) => `${by} ${most}`),
];

/** A component of which nothing is known has no row: it would say so in every column. */
const isWorthTelling = ({ worst }: RoundBound): boolean => worst !== 'unknown';

const rowOf = ({ name, rounds, bounds }: ComponentDescription): string[] => [
  name,
  String(rounds.stateOnly),
  ...bounds.map(cell),
];

const cell = ({ answered, worst, most }: RoundBound): string => {
  const over = worst !== 'unknown' && worst > most ? ' !' : '';
  return answered === worst ? `${answered}${over}` : `${answered} to ${worst}${over}`;
};

const limitText = ({ counts, eras, most }: RoundLimit): string =>
  `${most} ${counts === 'all' ? 'in all' : 'that settle no answer, the first included'}, for clients of ${eras.join(' and ')}`;

const lines = (all: readonly string[]): string => `${all.join('\n')}\n`;
const indented = (all: readonly string[]): string[] => all.map((line) => `  ${line}`.trimEnd());

/** Lays out rows in columns. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, text] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, text.length);
  return rows.map((row) => row.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  '));
}
