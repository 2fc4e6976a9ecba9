/** Who calls, as the validated token says. Every sealed state is bound to it (spec: client/elicitation, Security). */
export interface Principal {
  /** `iss` of the token: who vouches for the subject. */
  readonly issuer: string;
  /** `sub` of the token: the user. */
  readonly subject: string;
  /** The OAuth client the user acts through. */
  readonly client: string;
}
