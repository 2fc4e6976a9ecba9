import type { AheadClock } from './ahead-clock.js';
import type { Clients } from './clients.js';
import { comesTrue, heapAfterCollection, type Timers } from './remains.js';
import type { SoakServer } from './server.js';

/** How many clients are connected at a time. */
const WAVE = 200;
/** The default of the shim. */
const IDLE_MS = 1_800_000;

export interface Soaked {
  readonly server: SoakServer;
  readonly clients: Clients;
  readonly clock: AheadClock;
  readonly timers: Timers;
  /** How many timers there were before the first client came: those of the listener. */
  readonly idleTimers: number;
}

/** What one load of clients left behind, and what it took while it lived. */
export interface Load {
  readonly clients: number;
  /** Most sessions at a time, and questions over all waves. */
  readonly sessions: number;
  readonly questions: number;
  /** After the idle time. */
  readonly left: {
    readonly sessions: number;
    readonly questions: number;
    readonly timers: number;
    readonly heap: number;
  };
  /** Bytes for each session of a client that vanished, and more for each that is connected and has a question open. */
  readonly bytes: { readonly session: number; readonly question: number };
}

/** Lets so many clients come and vanish, in waves, and waits until their idle time is over. */
export async function soak(
  count: number,
  { server, clients, clock, timers, idleTimers }: Soaked,
): Promise<Load> {
  const heapBefore = await heapAfterCollection();
  let questions = 0;
  let connected = 0;
  let wave = 0;
  for (let come = 0; come < count; come += wave) {
    wave = Math.min(WAVE, count - come);
    await clients.come(wave);
    questions += server.stats().openAsks;
    if (come + wave >= count) connected = await heapAfterCollection();
    await clients.vanish();
    await comesTrue(() => server.stats().openAsks === 0);
  }
  const { sessions } = server.stats();
  const vanished = await heapAfterCollection();
  clock.set(IDLE_MS);
  await comesTrue(() => server.stats().sessions === 0 && timers.count() <= idleTimers);
  const after = server.stats();
  return {
    clients: count,
    sessions,
    questions,
    left: {
      sessions: after.sessions,
      questions: after.openAsks,
      timers: timers.count() - idleTimers,
      heap: await heapAfterCollection(),
    },
    bytes: {
      session: (vanished - heapBefore) / count,
      question: (connected - vanished) / Math.floor(wave / 2),
    },
  };
}
