import { type ChangeBus, memoryBus } from '../../changes.js';
import { DEFAULTS } from '../../limits.js';
import { count, invalid, known } from '../option-checks.js';

/** How many `subscriptions/listen` requests may be open over HTTP: each is a stream, and costs a connection. */
export interface SubscriptionOptions {
  /** In all; default 1000. More are refused with HTTP 503. */
  max?: number;
  /** Of one principal (anonymous callers are one); default 100. More are refused with HTTP 429. */
  maxPerPrincipal?: number;
}

const NAMES: { readonly [N in keyof Required<SubscriptionOptions>]: true } = {
  max: true,
  maxPerPrincipal: true,
};

/** Checks the bounds and puts the defaults in place. */
export function settleSubscriptions(
  given: SubscriptionOptions = {},
): Required<SubscriptionOptions> {
  if (typeof given !== 'object' || given === null)
    throw invalid('subscriptions must be an object of max and maxPerPrincipal');
  known('subscriptions.', given, NAMES);
  return {
    max: count('subscriptions.max', given.max, DEFAULTS.maxSubscriptions, 1),
    maxPerPrincipal: count(
      'subscriptions.maxPerPrincipal',
      given.maxPerPrincipal,
      DEFAULTS.maxSubscriptionsPerPrincipal,
      1,
    ),
  };
}

/** Checks the bus; without one, the server gets one for itself. */
export function settleBus(given: ChangeBus | undefined): ChangeBus {
  if (given === undefined) return memoryBus();
  if (typeof given?.publish !== 'function' || typeof given.subscribe !== 'function')
    throw invalid(
      'bus must have methods publish(change) and subscribe(listener), as memoryBus() has',
    );
  return given;
}
