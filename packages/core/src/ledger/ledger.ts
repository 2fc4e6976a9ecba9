/** What a claim was made for. Both are digests: compared for equality, and no secret. */
export interface ClaimDigests {
  /** Of the state presented and the answers to its open questions: the same request has the same. */
  readonly request: string;
  /** Of what the flow settled: each question's digest, outcome and raw content. No computed values. */
  readonly answers: string;
}

/** How a flow stands in the ledger. */
export type Claim =
  /** It was free and is now the caller's, who proves so by the token. */
  | { readonly kind: 'fresh'; readonly token: string }
  /** Claimed, its lease not over, and no result yet. */
  | ({ readonly kind: 'running' } & ClaimDigests)
  /** Claimed and settled. */
  | ({ readonly kind: 'done'; readonly result: Uint8Array } & ClaimDigests)
  /** The lease ended without a result: the effect may have happened. Final. */
  | ({ readonly kind: 'lost' } & ClaimDigests);

/** A claim as others than its owner see it. */
export type Claimed = Exclude<Claim, { readonly kind: 'fresh' }>;

export interface ClaimOptions extends ClaimDigests {
  /** Milliseconds from now in which a result must be settled or the lease renewed; else the claim is lost. */
  readonly leaseMs: number;
  /**
   * Milliseconds from now for which the claim is kept, with whatever became of it; more than 0. Lengths of time and no moments, so
   * that a ledger goes by a clock of its own, and no two of them need to agree.
   */
  readonly keepMs: number;
}

/**
 * Remembers which flows were redeemed, and with what result: what makes a `once` tool run once among all replicas that share it.
 *
 * Every method is atomic among all of them. A claim that is kept is never evicted: a full ledger refuses instead. Whatever a
 * method throws, the server takes for a ledger that is down, and refuses the call without an effect; `LedgerError` says more.
 * Results are sealed before they come here. The suite that defines this contract is `ledgerContract` of
 * `@countersign/testing/conformance`.
 */
export interface Ledger {
  /** Tells how a flow stands, and changes nothing. `undefined`: never claimed, released, or not kept any longer. */
  peek(id: string): Promise<Claimed | undefined>;
  /**
   * Claims a flow, or tells who has. Throws `LedgerError` (`full`) when it can take no more claims, and `RangeError` for a
   * `keepMs` of 0 or less, which would be forgotten at once.
   */
  claim(id: string, options: ClaimOptions): Promise<Claim>;
  /** Extends the lease to `leaseMs` from now. `false`: the token is stale, because the claim is lost, settled or not its own. */
  renew(id: string, token: string, leaseMs: number): Promise<boolean>;
  /**
   * Keeps the result for as long as the claim is kept. `false`: the token is stale, and nothing was kept. Settling again with the
   * token that settled is `true` and changes nothing, so a caller may repeat it when no answer came. Throws `LedgerError`
   * (`too_large`) for a result it does not keep; any of at most 1024 bytes it does.
   */
  settle(id: string, token: string, result: Uint8Array): Promise<boolean>;
  /** Gives the claim up, so that the flow is free again: for a failure before anything happened. `false`: the token is stale. */
  release(id: string, token: string): Promise<boolean>;
}
