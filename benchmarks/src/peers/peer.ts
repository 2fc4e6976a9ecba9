/** A server under test. Serves in-process: `Request` in, `Response` out. */
export interface Peer {
  readonly name: string;
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** The caller, as a bearer gate would have found it. Every peer is handed the same. */
export const CALLER = {
  token: 'a token that was validated',
  clientId: 'bench',
  scopes: [] as string[],
  expiresAt: 4_102_444_800,
  extra: { iss: 'https://id.example.com', sub: 'bob' },
};

export const toolName = (at: number): string => `deploy-${at}`;
export const DESCRIPTION = 'Deploys to the named environment once a person confirms it.';
export const question = (env: string): string => `Deploy to ${env}?`;
export const outcome = (env: string): string => `Deployed to ${env}`;
export const CONFIRM_TITLE = 'Confirm deployment';
