import type { Blueprint } from '../../blueprint/blueprint.js';
import type { Dispatched } from '../calls/dispatch.js';
import type { Report, RoundRequest } from '../calls/request.js';

/** Where spans and counters come from; the types of OpenTelemetry, which may be absent, are kept out of here. */
export interface Telemetry {
  /** Begins the trace of one round; `undefined` where nothing traces, and a promise only until that is known. */
  begin(
    request: RoundRequest,
    blueprint: Blueprint | undefined,
  ): RoundTrace | undefined | Promise<RoundTrace | undefined>;
}

/** One round as it is traced and counted. What goes wrong in it is logged and changes nothing. */
export interface RoundTrace {
  /** Runs the round within its span, and ends the span with it. */
  around(round: () => Promise<Dispatched>): Promise<Dispatched>;
  /** Names the flow, once it is known, and links to the round by whose mark the state leads back to it. */
  flow(flow: { readonly id: string; readonly round: number }, mark: string | undefined): void;
  readonly heard: Report;
  /** What the flow's state carries on, so that later rounds link to this one; `undefined` when nothing of it is kept. */
  readonly mark: string | undefined;
}
