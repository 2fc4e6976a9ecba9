import type { ServerEvent } from '../../events.js';
import type { Dispatched, DispatchParts } from '../calls/dispatch.js';
import type { RoundRequest } from '../calls/request.js';
import type {
  AttachedBridge,
  LegacyBridge,
  LegacyCall,
  LegacyHost,
  LegacyRun,
  LegReport,
} from '../legacy-bridge.js';
import type { Settings } from '../options/settings.js';
import { limitReached } from '../results/limit-reached.js';
import type { Outcome } from '../results/outcome.js';
import { legFailure, unknownTarget, wireAnswer } from '../results/results.js';
import type { ReceivedCall, Surface } from '../surface/surface.js';
import { liveServer } from './live-server.js';
import { protocolServer } from './protocol-server.js';

export interface BridgeParts {
  readonly settings: Settings;
  readonly surface: Surface;
  readonly dispatch: (request: RoundRequest) => Promise<Dispatched>;
  readonly find: DispatchParts['find'];
  /** Who calls, and what the token grants. */
  readonly identify: (call: ReceivedCall) => Pick<LegacyCall, 'principal' | 'scopes' | 'viewer'>;
  /** Hears of every call, which may span several rounds. */
  readonly track: <T>(call: Promise<T>) => Promise<T>;
  readonly emit: (event: ServerEvent) => void;
}

/** Gives the shim its narrow view of this server. */
export function attachBridge(
  bridge: LegacyBridge,
  { settings, surface, dispatch, find, identify, emit, track }: BridgeParts,
): { attached: AttachedBridge; stdio: Surface } {
  const { clock, random, logger } = settings;
  const worded = (
    call: LegacyCall,
    word: (blueprint: NonNullable<Dispatched['blueprint']>) => ReturnType<typeof wireAnswer>,
  ) => {
    const blueprint = find(call.method, call.params, call.viewer)?.blueprint;
    return blueprint === undefined ? { error: unknownTarget(call) } : word(blueprint);
  };
  const nameOf = (call: LegacyCall) =>
    find(call.method, call.params, call.viewer)?.blueprint.name ?? call.method;
  /** The outcomes of our own rounds, whose limits were told already; what else ends at one met the bridge's. */
  const dispatched = new WeakSet<Outcome>();
  const host: LegacyHost = {
    clock,
    random,
    round: async (call, carried) => {
      const { outcome } = await dispatch({
        ...call,
        era: '2025',
        state: carried?.state,
        responses: carried?.responses,
        lifetime: 'flow',
        interim: true,
      });
      dispatched.add(outcome);
      return outcome;
    },
    answer: (call, outcome) => {
      if (outcome.kind === 'rejected') return { error: outcome.error };
      if (outcome.kind === 'exhausted' && !dispatched.has(outcome))
        limitReached(logger, nameOf(call), outcome);
      return worded(call, (blueprint) => wireAnswer(blueprint, '2025', outcome));
    },
    fail: (call, failure) => worded(call, (blueprint) => legFailure(blueprint, failure)),
    ended: (call, report) => {
      const component = nameOf(call);
      emit({ at: clock.now(), component, era: '2025', type: 'question.ended', ...report });
      logger[levelOf(report)]({ component, ...report }, 'a question on a live connection ended');
    },
  };
  /** A bridge that fails must not reach the SDK, which would send its error's message to the client. */
  const guarded = async (call: LegacyCall, answer: () => ReturnType<LegacyRun>) => {
    try {
      return await answer();
    } catch (error) {
      logger.error({ err: error, method: call.method }, 'the legacy bridge failed');
      return host.answer(call, { kind: 'failed', where: 'serving' });
    }
  };
  const surfaceFor = (canAsk: Parameters<LegacyRun>[1]['canAsk'], run: LegacyRun): Surface => ({
    ...surface,
    call: (received) => {
      const { id, method, params, signal, capabilities, client, notify, send } = received;
      const call = { method, params, signal, capabilities, client, notify, ...identify(received) };
      return track(guarded(call, () => run(call, { canAsk, id, send })));
    },
  });
  const attached = bridge.attach({
    host,
    sdkServer: (canAsk, run) =>
      (canAsk === true ? liveServer : protocolServer)(surfaceFor(canAsk, run), '2025', 'http'),
  });
  return {
    attached,
    stdio: surfaceFor(true, (call, connection) => attached.run(call, connection)),
  };
}

const levelOf = ({ end }: LegReport): 'debug' | 'info' =>
  end === 'answered' || end === 'withdrawn' ? 'debug' : 'info';
