/** Deepest nesting accepted in `arguments` and `inputResponses`; deeper is refused with -32602 before it is walked. */
export const MAX_DEPTH = 64;
/** Most answers accepted in one `inputResponses`. */
export const MAX_ANSWERS = 256;
/** Changes of a question in one flow, to a wording that was not there before (R2): the third ends the call. */
export const MAX_CHANGES = 3;
/** `input_required` results in one flow, whatever they settled (R9). */
export const MAX_ROUNDS_IN_ALL = 32;
/**
 * Milliseconds that a claim of a `once` tool stands without a sign of life from whoever took it; renewed three times in each. A
 * process that blocks its event loop for longer counts as dead.
 */
export const LEASE_MS = 30_000;
/** Milliseconds that a ledger may take to answer. */
export const LEDGER_MS = 5000;
/** Milliseconds that a claim outlives every state of its flow, since no two clocks are ever quite the same. */
export const KEEP_MARGIN_MS = 60_000;

/** Bytes of a ticket on the wire. Browsers and proxies take URLs of about 2000 characters everywhere; a usual ticket has 250. */
export const MAX_TICKET_BYTES = 1536;

/** Most resources that one client is told of: URIs in one `subscriptions/listen`, or in one session of a 2025 client. */
export const MAX_SUBSCRIBED_URIS = 1000;

/** Default bounds of `createServer({ state })`. */
export const DEFAULTS = {
  /** Seconds a sealed round stays valid. */
  ttlSeconds: 600,
  /** Seconds from a flow's first round to its deadline, never renewed. */
  flowTtlSeconds: 3600,
  /**
   * `input_required` results that settled no answer, per flow (R9). The official client follows ten results and then fails in words
   * of its own: with 8, ours come first as long as no more than two rounds settled an answer.
   */
  maxRounds: 8,
  /** Bytes of the `requestState` string on the wire. */
  maxBytes: 32 * 1024,
  /** Seconds of clock difference tolerated between replicas. */
  skewSeconds: 0,
  /** Longest time, in milliseconds, that `again(…, { afterMs })`, or a repeat that waits for the first run, keeps one answer on the server. */
  holdMs: 20_000,
  /** Misfitting answers to one question before the call ends. */
  attempts: 3,
  /** Bytes of an HTTP request body. */
  maxBodyBytes: 1024 * 1024,
  /** Components in one page of a list. */
  pageSize: 1000,
  /** Open `subscriptions/listen` requests over HTTP, in all. */
  maxSubscriptions: 1000,
  /** … and of one principal. */
  maxSubscriptionsPerPrincipal: 100,
} as const;
