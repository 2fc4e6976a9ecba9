// For the packages of this repository (shim-legacy, testing). Not covered by semantic versioning.
import 'reflect-metadata';

export { isAgain } from './asks/again.js';
export { needsOf } from './asks/capabilities.js';
export { yesOf } from './asks/confirm.js';
export { type Question, type Questions, questionsOf, type WireAsk } from './asks/question.js';
export { classify, REJECTED, type Response, responsesOf } from './asks/responses.js';
export { withText } from './asks/sampled.js';
export { explained } from './blueprint/assignments.js';
export type { Blueprint, StepBlueprint } from './blueprint/blueprint.js';
export { compileComponent } from './blueprint/compile.js';
export { keepingAlive } from './clock.js';
export { serverContainer } from './di/container.js';
export { frozenCopy, isRecord } from './json.js';
export { nullProblem, refuseNull } from './options.js';
export { ContextView } from './rounds/context-view.js';
export type { RoundDeps } from './rounds/deps.js';
export type { Journal } from './rounds/journal.js';
export { newJournal } from './rounds/journal.js';
export type { RoundOutcome } from './rounds/outcome.js';
export { runRound } from './rounds/round.js';
export { flowTickets } from './rounds/tickets.js';
export type { Entered, Watch } from './rounds/watch.js';
export { type ContextParts, ServedContext } from './serving/calls/call-context.js';
export { compileJsonSchema } from './serving/calls/json-schema.js';
export { rebuild, serverOptions } from './serving/create-server.js';
export { streamableHttp } from './serving/http/http.js';
export type {
  AttachedBridge,
  BridgeCore,
  BridgeFetchOptions,
  LegacyBridge,
  LegacyCall,
  LegacyHost,
  LegacyRun,
  LegConnection,
  LegFailure,
  LegReply,
  LegReport,
  WireAnswer,
} from './serving/legacy-bridge.js';
export type { Outcome, WireError } from './serving/results/outcome.js';
export { toBase64url } from './state/base64url.js';
export { principalHash, readClaims } from './state/claims.js';
export { framedCodecs, openFramed, sealFramed } from './state/framing.js';
export { type Binding, type StateGuard, stateGuard } from './state/guard.js';
export { requestDigest } from './state/request-digest.js';
