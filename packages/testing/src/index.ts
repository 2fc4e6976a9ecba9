/**
 * Plays clients of a server, in-process, to prove a component's round trips.
 * @module @countersign/testing
 */

export type { GivenAnswers, GivenRoots, GivenSample } from './answers.js';
export type { AskView } from './asks.js';
export type { Caller } from './caller.js';
export type { Duration } from './duration.js';
export { type EffectOptions, type Effects, effects } from './effects.js';
export { type EveryWayOptions, everyWay, type Way } from './every-way.js';
export { type FakeClock, fakeClock } from './fake-clock.js';
export type { EveryPosition, Flow } from './flow.js';
export type { Early, EffectSeen } from './happened.js';
export { type Check, MisuseError, type MisuseReport, type MisuseRow } from './misuse/report.js';
export { type MisuseOptions, misuse } from './misuse.js';
export type { Overriding } from './override.js';
export { type Play, type PlayOptions, play } from './play.js';
export { PlayError } from './play-error.js';
export type { Runner } from './runner.js';
export { seededRandom } from './seeded-random.js';
export { type Step, type StepContext, step } from './step.js';
export type { StepAsk } from './step-view.js';
export { formatTranscript, type Transcript, type TranscriptEntry } from './transcript.js';
export type { AnswersTo, ArgumentsOf, AsksOf, KeyOf, Unknown, WithArguments } from './typed.js';
export type { WireFault } from './wire.js';
