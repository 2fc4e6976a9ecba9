/**
 * Plays clients of a server, in-process, to prove a component's round trips.
 * @module @countersign/testing
 */

export type { GivenAnswers, GivenRoots, GivenSample } from './answers.js';
export type { AskView } from './asks.js';
export type { Caller } from './caller.js';
export type { Duration } from './duration.js';
export { type FakeClock, fakeClock } from './fake-clock.js';
export type { Flow } from './flow.js';
export { type Play, type PlayOptions, play } from './play.js';
export { PlayError } from './play-error.js';
export { seededRandom } from './seeded-random.js';
export { formatTranscript, type Transcript, type TranscriptEntry } from './transcript.js';
export type { WireFault } from './wire.js';
