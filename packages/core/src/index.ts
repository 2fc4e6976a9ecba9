/**
 * What authors and operators of a server need: decorators, questions, options, errors.
 * @module @countersign/core
 */

// First of all: tsyringe throws at load when the polyfill is not there yet.
import 'reflect-metadata';

export { again } from './asks/again.js';
export type { Answers, Declined, Jsonify } from './asks/answers.js';
export { ask } from './asks/ask.js';
export type { Check } from './asks/check.js';
export type { Choice, Choices } from './asks/choose.js';
export type { SampleContent } from './asks/content-block.js';
export type { Again, Ask, Nothing } from './asks/question.js';
export type { SampleMessage, SampleParams, SampleTool } from './asks/sample-params.js';
export type { Root, Sampled } from './asks/sampled.js';
export type { ComponentClass } from './blueprint/blueprint.js';
export type { CacheHint } from './cache-hint.js';
export { type Change, type ChangeBus, Changes, type ListKind, memoryBus } from './changes.js';
export type { Clock, RandomBytes } from './clock.js';
export { systemClock, systemRandom } from './clock.js';
export { Complete, type CompleteDecorator, type Suggestions } from './decorators/complete.js';
export { Compute, type ComputeOptions } from './decorators/compute.js';
export { Elicit } from './decorators/elicit.js';
export { Helper, type HelperDecorator } from './decorators/helper.js';
export type { ComponentOptions } from './decorators/options.js';
export { Prompt, type PromptOptions } from './decorators/prompt.js';
export { Resource, type ResourceAnnotations, type ResourceOptions } from './decorators/resource.js';
export { Roots } from './decorators/roots.js';
export { Sample } from './decorators/sample.js';
export type { AskStepOptions } from './decorators/step.js';
export { Tool, type ToolHints, type ToolOptions } from './decorators/tool.js';
export { delay, inject, injectable, type Later } from './di/inject.js';
export type { Provider, Resolver, Token } from './di/provider.js';
export {
  type ConfigCode,
  ConfigError,
  CountersignError,
  LedgerError,
  type LedgerRefusal,
  RequestStateError,
  type StateRefusal,
  type TicketRefusal,
  ToolError,
} from './errors.js';
export type { AskKind, Era, OutcomeKind, RoundEvent, ServerEvent } from './events.js';
export type { Icon } from './icon.js';
export type { Json, JsonObject } from './json.js';
export type { Claim, ClaimDigests, Claimed, ClaimOptions, Ledger } from './ledger/ledger.js';
export { type MemoryLedgerOptions, memoryLedger } from './ledger/memory-ledger.js';
export type {
  CallOutcome,
  CompletedCall,
  ComponentCall,
  Middleware,
  MiddlewareClass,
  MiddlewareFunction,
  Next,
  UnfinishedCall,
} from './middleware.js';
export type { Principal } from './principal.js';
export {
  CallContext,
  type ClientLog,
  type CompletionContext,
  type StepOutcome,
} from './rounds/context.js';
export { choices } from './schema/choices.js';
export { type Form, form, type RawAnswer } from './schema/form.js';
export type { CountersignServer } from './serving/assemble.js';
export {
  ANONYMOUS_PRINCIPAL,
  type PrincipalRequest,
  type PrincipalResolver,
  principalClaims,
  STDIO_PRINCIPAL,
  type TokenInfo,
} from './serving/auth/auth.js';
export type { ResourceMetadataOptions } from './serving/auth/resource-metadata.js';
export { createServer } from './serving/create-server.js';
export type { DrainSignal } from './serving/http/drain.js';
export type { FetchOptions } from './serving/http/http.js';
export type { CloseOptions, Listening, ListenOptions } from './serving/http/listen.js';
export type { LegacyBridge } from './serving/legacy-bridge.js';
export type { Logger } from './serving/logger.js';
export type {
  AuthOptions,
  HttpOptions,
  ServerOptions,
  StateOptions,
  TokenVerifier,
} from './serving/options/options.js';
export type { SubscriptionOptions } from './serving/options/subscription-options.js';
export type { StdioOptions } from './serving/protocol/stdio.js';
export { audio, type Content, image } from './serving/results/content.js';
export { inputRequired } from './serving/results/input-required.js';
export { acceptedContent, inputResponse } from './serving/sdk.js';
export type { CacheHints } from './serving/surface/cache-hints.js';
export type { Components } from './serving/surface/components.js';
export type {
  AskStepDescription,
  Capability,
  ComponentDescription,
  ComputeStepDescription,
  FormDescription,
  RoundBound,
  RoundLimit,
  RoundsDescription,
  ServerDescription,
  StepDescription,
} from './serving/surface/description.js';
export type { ServerStats } from './serving/telemetry/stats.js';
export { keysFromEnv } from './state/keyring.js';
export type { StateCodec } from './state/state-codec.js';
export type { OpenedTicket, TicketSubject, TicketUser } from './state/ticket.js';
export type { Text, TextValue, Wording } from './text.js';
export type { Viewer, Visible } from './viewer.js';
