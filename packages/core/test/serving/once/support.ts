import { afterEach } from 'vitest';
import {
  type CountersignServer,
  memoryLedger,
  type ServerOptions,
  type StateOptions,
  systemClock,
} from '../../../src/index.js';
import { PAYMENTS, World } from '../../support/payments.js';
import { testServer } from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

/** Two replicas that share a ledger, a clock and the world. */
export function replicas({
  state,
  ...options
}: Partial<Omit<ServerOptions, 'state'>> & { readonly state?: Partial<StateOptions> } = {}) {
  const { clock = systemClock } = options;
  const world = new World();
  const ledger = options.ledger ?? memoryLedger({ clock });
  const one = () => {
    const made = testServer({
      components: PAYMENTS,
      providers: [{ token: World, useValue: world }],
      ...options,
      clock,
      ledger,
      state: { codec: testCodec(), ...state },
    });
    servers.push(made.server);
    return made;
  };
  const [a, b] = [one(), one()];
  /** What happened to states and claims, on both. */
  const told = () =>
    [...a.events, ...b.events].flatMap((event) =>
      /^(ledger|state)\./.test(event.type)
        ? [`${event.type}${'code' in event ? ` ${event.code}` : ''}`]
        : [],
    );
  return { a, b, world, ledger, told, servers: [a.server, b.server] as const };
}

/** Keeps a `run` waiting until told. */
export function held() {
  let go: (value?: unknown) => void = () => undefined;
  let enter: () => void = () => undefined;
  const released = new Promise<unknown>((resolve) => {
    go = resolve;
  });
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  return {
    entered,
    go,
    run: () => {
      enter();
      return released;
    },
  };
}

export const STATE_ERROR = {
  code: -32602,
  message: 'Invalid or expired requestState',
  data: { reason: 'invalid_request_state' },
};
