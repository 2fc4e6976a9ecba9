/** What a replica is asked by the drill that started it. */
export type Question = 'state' | 'state after collection';

/** What a process holds. */
export interface ReplicaState {
  /** Bytes in use on the heap. */
  readonly heap: number;
  /** What the server says it holds: plain numbers, by name. */
  readonly held: Readonly<Record<string, number>>;
}

/** What a replica tells the drill: first that it listens, then one answer to each question. */
export type FromReplica = 'listening' | ReplicaState;
