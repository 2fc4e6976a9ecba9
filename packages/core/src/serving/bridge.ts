import type { Dispatched, RoundRequest } from './dispatch.js';
import type { AttachedBridge, LegacyBridge, LegacyCall, LegacyHost, LegacyRun } from './legacy-bridge.js';
import type { Settings } from './options.js';
import { legFailure, wireAnswer } from './results.js';
import { protocolServer } from './sdk.js';
import type { ReceivedCall, Surface } from './surface.js';

export interface BridgeParts {
  readonly settings: Settings;
  readonly surface: Surface;
  readonly dispatch: (request: RoundRequest) => Promise<Dispatched>;
  readonly find: (method: LegacyCall['method'], params: LegacyCall['params']) => Pick<Required<Dispatched>, 'blueprint'> | undefined;
  /** Who calls, and what the token grants. */
  readonly identify: (call: ReceivedCall) => Pick<LegacyCall, 'principal' | 'scopes'>;
  /** Hears of every call, which may span several rounds. */
  readonly track: <T>(call: Promise<T>) => Promise<T>;
}

/** Gives the shim its narrow view of this server. */
export function attachBridge(
  bridge: LegacyBridge,
  { settings, surface, dispatch, find, identify, track }: BridgeParts,
): { attached: AttachedBridge; stdio: Surface } {
  const worded = (call: LegacyCall, word: (blueprint: NonNullable<Dispatched['blueprint']>) => ReturnType<typeof wireAnswer>) => {
    const blueprint = find(call.method, call.params)?.blueprint;
    return blueprint === undefined ? { error: { code: -32_602, message: 'Unknown component' } } : word(blueprint);
  };
  const host: LegacyHost = {
    clock: settings.clock,
    round: async (call, carried) => {
      const { outcome } = await dispatch({
        ...call,
        era: '2025',
        state: carried?.state,
        responses: carried?.responses,
        lifetime: 'flow',
        interim: true,
      });
      return outcome;
    },
    answer: (call, outcome) =>
      outcome.kind === 'rejected' ? { error: outcome.error } : worded(call, (blueprint) => wireAnswer(blueprint, '2025', outcome)),
    fail: (call, failure) => worded(call, (blueprint) => legFailure(blueprint, failure)),
  };
  const surfaceFor = (canAsk: Parameters<LegacyRun>[1]['canAsk'], run: LegacyRun): Surface => ({
    ...surface,
    call: (received) => {
      const { method, params, signal, capabilities, client, notify, send } = received;
      return track(run({ method, params, signal, capabilities, client, notify, ...identify(received) }, { canAsk, send }));
    },
  });
  const attached = bridge.attach({ host, sdkServer: (canAsk, run) => protocolServer(surfaceFor(canAsk, run), '2025', 'http') });
  return { attached, stdio: surfaceFor(true, (call, connection) => attached.run(call, connection)) };
}
