import {
  acceptedContent,
  type CallToolResult,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { documentedBind } from './official-codec.js';
import { outcome, question } from './peer.js';

/** What the handler remembers between its rounds. */
export interface DeployState {
  readonly step: 'confirm';
  readonly env: string;
}

/** The codec as its documentation recommends it for state that decides something: with `bind`. */
export const deployStateCodec = (key: Uint8Array) =>
  createRequestStateCodec<DeployState>({ key, ttlSeconds: 600, bind: documentedBind });
export type DeployStateCodec = ReturnType<typeof deployStateCodec>;

type ConfirmSchema = z.ZodType<{ confirm: boolean }> & z.ZodObject;
type RequestedSchema = Parameters<typeof inputRequired.elicit>[0]['requestedSchema'];

/**
 * The body of the tool in the write-once style of the SDK's guide: read the answer, ask while it is missing, finish. It
 * believes an answer only on a request that carries the state it minted.
 */
export async function deploy(
  env: string,
  ctx: ServerContext,
  codec: DeployStateCodec,
  { reads, shows }: { readonly reads: ConfirmSchema; readonly shows: RequestedSchema },
): Promise<CallToolResult | InputRequiredResult> {
  const state = ctx.mcpReq.requestState<DeployState>();
  const confirmed = acceptedContent(ctx.mcpReq.inputResponses, 'confirm', reads);
  if (state?.env !== env || confirmed?.confirm !== true) {
    return inputRequired({
      inputRequests: {
        confirm: inputRequired.elicit({ message: question(env), requestedSchema: shows }),
      },
      requestState: await codec.mint({ step: 'confirm', env }, ctx),
    });
  }
  return { content: [{ type: 'text', text: outcome(env) }] };
}
