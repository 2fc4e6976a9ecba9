/** The codecs that a replica may be given, by name: the first seals, all open. */
export type CodecName = 'hmac' | 'aead';

/** How one replica is set up. Everything but the port may change from one start to the next, as in a deployment. */
export interface ReplicaSettings {
  /** Names its records. */
  readonly name: string;
  /** Where it writes what it did. */
  readonly folder: string;
  readonly redis: string;
  readonly codecs: readonly CodecName[];
  /** In the form of `keysFromEnv`, by codec. Made for one drill: no key of anybody's. */
  readonly keys: Readonly<Partial<Record<CodecName, string>>>;
  /** Seconds from a flow's first round to its deadline. */
  readonly flowTtlSeconds: number;
  /** Milliseconds that a claim outlives whoever took it; the default is the toolkit's own. Shorter, a drill waits less for it. */
  readonly leaseMs?: number;
  /** Milliseconds that `run` works, before its effect and again after it. */
  readonly workMs: number;
}
