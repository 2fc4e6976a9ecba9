import type { Blueprint } from '../../blueprint/blueprint.js';
import type { CallScope } from '../../di/container.js';
import { RequestStateError } from '../../errors.js';
import type { ServerEvent } from '../../events.js';
import { deeperThan } from '../../json.js';
import { MAX_ANSWERS, MAX_DEPTH } from '../../limits.js';
import type { CallContext } from '../../rounds/context.js';
import { type Journal, newJournal } from '../../rounds/journal.js';
import { type PackedJournal, unpackJournal } from '../../rounds/packing.js';
import { runRound } from '../../rounds/round.js';
import { flowTickets } from '../../rounds/tickets.js';
import type { Watch } from '../../rounds/watch.js';
import { toBase64url } from '../../state/base64url.js';
import type { Binding, GuardOpened, StateGuard } from '../../state/guard.js';
import { requestDigest } from '../../state/request-digest.js';
import type { TicketSealer } from '../../state/ticket.js';
import type { Viewer } from '../../viewer.js';
import { grants } from '../auth/visibility.js';
import type { ComponentMethod } from '../legacy-bridge.js';
import { singleUses } from '../once/single-use.js';
import type { Settings } from '../options/settings.js';
import { concluder } from '../results/conclude.js';
import type { Outcome, WireError } from '../results/outcome.js';
import {
  insufficientScope,
  invalidParams,
  STATE_ERROR,
  unknownTarget,
} from '../results/results.js';
import type { RoundTrace, Telemetry } from '../telemetry/round-trace.js';
import { clientOf, holding, ServedContext } from './call-context.js';
import { unsaidTo } from './client-log.js';
import { compileJsonSchema } from './json-schema.js';
import { enterThrough } from './middleware.js';
import { once } from './once.js';
import { progressToken } from './progress.js';
import type { Found, Report, RoundRequest } from './request.js';
import { warnOf } from './warn-of.js';

export interface DispatchParts {
  readonly settings: Settings;
  /** Absent when no codec is configured: then nothing asks, and no state is ours. */
  readonly guard: StateGuard<PackedJournal> | undefined;
  /** Absent as the guard is. */
  readonly tickets: TicketSealer | undefined;
  find(
    method: ComponentMethod,
    params: RoundRequest['params'],
    viewer: Viewer | undefined,
  ): Found | undefined;
  openScope(context: CallContext): CallScope;
  emit(event: ServerEvent): void;
  readonly telemetry: Telemetry;
  /** Aborts when the server begins to close: what only waits is answered then. */
  readonly draining: AbortSignal;
  /** Present in tests. */
  readonly watch?: Watch | undefined;
}

export interface Dispatched {
  readonly outcome: Outcome;
  /** Absent when no component was found. */
  readonly blueprint: Blueprint | undefined;
}

const rejected = (error: WireError): Outcome => ({ kind: 'rejected', error });

const NAMELESS_TOKEN =
  'the validated token names no issuer, subject or client: put them into AuthInfo.extra with principalClaims(), or set state.principal';
const NAMELESS_CALLER =
  'state.principal named no issuer, subject or client for this caller, so the call is refused';

/**
 * The one place where a request for a component becomes an outcome. It never rejects: whatever a component throws, `undefined`
 * included, ends here (an error that reached the SDK would carry its message and data to the client, or hang the request).
 */
export function dispatcher(parts: DispatchParts): (request: RoundRequest) => Promise<Dispatched> {
  const { settings, guard } = parts;
  const emit = settings.options.onEvent && parts.emit; // no events where nobody listens
  const { clock, random, logger } = settings;
  const conclude = concluder(parts);
  const singleUse = singleUses(settings);
  const maxJournalBytes = journalRoom(settings.maxBytes);

  return async (request) => {
    const found = parts.find(request.method, request.params, request.viewer);
    const begun = parts.telemetry.begin(request, found?.blueprint);
    const trace = begun instanceof Promise ? await begun : begun;
    return trace === undefined
      ? served(request, found)
      : trace.around(() => served(request, found, trace));
  };

  async function served(
    request: RoundRequest,
    found: Found | undefined,
    trace?: RoundTrace,
  ): Promise<Dispatched> {
    if (found === undefined)
      return { outcome: rejected(unknownTarget(request)), blueprint: undefined };
    const { blueprint } = found;
    let flow: { id: string; round: number } | undefined;
    const report: Report = (event) => {
      trace?.heard(event);
      warnOf(logger, blueprint.name, event);
      emit?.({
        at: clock.now(),
        component: blueprint.name,
        era: request.era,
        ...(flow !== undefined && { flow: flow.id, round: flow.round }),
        ...event,
      } as ServerEvent);
    };
    try {
      const outcome =
        refusal(request, found) ??
        (await admitted(request, found, report, (known, mark) => {
          flow = known;
          trace?.flow(known, mark);
          return mark ?? trace?.mark;
        }));
      return { outcome, blueprint };
    } catch (error) {
      logger.error(
        { err: error, component: blueprint.name },
        'a call failed outside its component',
      );
      report({ type: 'error', where: 'run', error });
      report({ type: 'round.finished', outcome: 'failed' });
      return { outcome: { kind: 'failed', where: 'serving' }, blueprint };
    }
  }

  /** What ends a request before any of its content is walked. */
  function refusal(request: RoundRequest, { blueprint, args }: Found): Outcome | undefined {
    const { scopes, responses } = request;
    // HTTP was answered by a challenge before it came here: this is for whoever else brings calls.
    if (!grants(scopes, blueprint)) return rejected(insufficientScope(blueprint));
    if (deeperThan(args, MAX_DEPTH))
      return rejected(invalidParams(`arguments are nested deeper than ${MAX_DEPTH}`));
    if (deeperThan(responses, MAX_DEPTH))
      return rejected(invalidParams(`inputResponses are nested deeper than ${MAX_DEPTH}`));
    if (
      typeof responses === 'object' &&
      responses !== null &&
      Object.keys(responses).length > MAX_ANSWERS
    ) {
      return rejected(invalidParams(`inputResponses hold more than ${MAX_ANSWERS} answers`));
    }
    return undefined;
  }

  async function admitted(
    request: RoundRequest,
    found: Found,
    report: Report,
    /** Hears of the flow and of the mark in its state; tells the mark that its next state carries. */
    know: (flow: { id: string; round: number }, mark: string | undefined) => string | undefined,
  ): Promise<Outcome> {
    const { blueprint, args, target } = found;
    const { principal } = request;
    if (principal === undefined) {
      logger.warn(
        { component: blueprint.name },
        settings.options.state?.principal === undefined ? NAMELESS_TOKEN : NAMELESS_CALLER,
      );
      return { kind: 'failed', where: 'serving', message: 'The caller could not be identified.' };
    }
    const digest = once(() => requestDigest(request.method, target, args));
    const bind = (): Binding => ({ principal, lifetime: request.lifetime, request: digest() });

    let journal: Journal | undefined;
    let marked: string | undefined;
    if (request.state !== undefined) {
      const opened = await open(request.state, bind);
      if (!opened.ok) {
        logger.warn(
          {
            err: new RequestStateError(opened.code, { cause: opened.cause }),
            code: opened.code,
            component: blueprint.name,
          },
          'requestState was refused',
        );
        report({ type: 'state.refused', code: opened.code });
        return rejected(STATE_ERROR);
      }
      journal = unpackJournal(opened.journal);
      marked = opened.journal.trace;
      if (opened.openedByOld !== undefined)
        report({ type: 'state.opened_by_old', tag: opened.openedByOld });
    }
    // What has run is told by the ledger, whatever the input's own checks say of the world by now (C55).
    const early = blueprint.once && journal ? undefined : await blueprint.input(args);
    if (early?.ok === false) return { kind: 'invalid', problems: early.problems };
    journal ??= newJournal(toBase64url(random(16)), clock.now() + settings.flowTtlSeconds * 1000);
    const flow = { id: journal.flow, round: journal.rounds + 1, deadline: journal.deadline };
    const mark = know(flow, marked);

    const single = blueprint.once
      ? singleUse({ request, journal, component: blueprint.name, report })
      : undefined;
    const signal = single?.signal ?? request.signal;
    const held = holding(request.notify, request.signal);
    const sealer = parts.tickets;
    const tickets = flowTickets({
      className: blueprint.className,
      steps: blueprint.steps,
      carried: journal.tickets,
      seal:
        sealer &&
        ((step) =>
          sealer.seal(
            { flow: flow.id, step, component: blueprint.name, expiresAt: flow.deadline },
            principal,
          )),
    });
    const context = new ServedContext({
      signal,
      principal,
      era: request.era,
      client: clientOf(request),
      flow: { ...flow, ticket: tickets.ticket },
      progressToken: progressToken(request.params),
      component: blueprint.name,
      notify: held.notify,
      unsaid: unsaidTo(logger, blueprint.name, report),
    });
    const scope = parts.openScope(context);
    const standing = journal;
    const enter = async (): Promise<Outcome> => {
      const known = await single?.known();
      if (known !== undefined) return known;
      const input = early ?? (await blueprint.input(args));
      if (!input.ok) return { kind: 'invalid', problems: input.problems };
      const outcome = await runRound(blueprint, standing, request.responses, {
        now: () => clock.now(),
        instance: scope.resolve(blueprint.component),
        input: input.value,
        context,
        capabilities: request.capabilities,
        maxRounds: settings.maxRounds,
        maxJournalBytes,
        compileJsonSchema,
        ...(single !== undefined && { gate: single }),
        tickets: tickets.held,
        ...(parts.watch !== undefined && { watch: parts.watch }),
        emit: report,
        asksKnown: held.release,
      });
      const about = {
        found,
        request: single === undefined ? request : { ...request, signal },
        flow,
        bind,
        report,
        mark,
      };
      return single === undefined
        ? conclude(outcome, about)
        : single.concluded(outcome, (ended) => conclude(ended, about));
    };
    try {
      const make = scope.resolve;
      const concluded = await enterThrough(settings, {
        blueprint,
        principal,
        era: request.era,
        flow,
        signal,
        report,
        make,
        enter,
      });
      // A call that ends in -32021 has sent nothing, so that HTTP can still say 400 (R7).
      if (concluded.kind !== 'unsupported') held.release();
      return concluded;
    } finally {
      held.end();
      single?.close();
      // Not awaited: a disposal that hangs must not take the answer with it. It never rejects.
      void scope.dispose();
    }
  }

  async function open(state: string, bind: () => Binding): Promise<GuardOpened<PackedJournal>> {
    if (guard === undefined) return { ok: false, code: 'unknown_key' };
    let binding: Binding;
    try {
      binding = bind();
    } catch (cause) {
      return { ok: false, code: 'request', cause }; // arguments that have no digest were never sealed
    }
    return guard.open(state, binding);
  }
}

/** What the journal may take so that its sealed form, base64url and with its claims, stays within the limit of the wire. */
const journalRoom = (maxBytes: number): number =>
  Math.floor((maxBytes * 3) / 4) - Math.min(1024, Math.floor(maxBytes / 4));
