// The only file of this package that imports the official SDK.

import {
  type EventStore,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

export type { EventStore, JSONRPCMessage };

export type RequestId = string | number;

export interface TransportOptions {
  /** The id of the session; absent for a transport that serves one request. */
  readonly sessionId?: string;
  readonly json: boolean;
  readonly eventStore?: EventStore;
  /** Called once the client's `initialize` was understood. */
  readonly initialised: () => void;
  /** Called when a request was answered, or its answer given up. */
  readonly settled: (id: RequestId) => void;
  readonly closed: () => void;
  /** Called before a question of a request leaves, with the id of its own. */
  readonly asked: (question: RequestId, by: RequestId) => void;
}

export interface HttpTransport {
  handleRequest: WebStandardStreamableHTTPServerTransport['handleRequest'];
  /**
   * Ends a request that will not be answered: its stream, unless others share it, and the SDK's memory of its id, which would
   * otherwise stay until the session ends.
   */
  retire(id: RequestId, sharesStream: boolean): void;
  /** Ends the stream on which a client listens. */
  endListening(): void;
  close(): Promise<void>;
}

class CallTransport extends WebStandardStreamableHTTPServerTransport {
  settled: TransportOptions['settled'] = () => undefined;
  asked: TransportOptions['asked'] = () => undefined;

  override async send(
    message: JSONRPCMessage,
    options?: { relatedRequestId?: RequestId },
  ): Promise<void> {
    if (isJSONRPCRequest(message) && options?.relatedRequestId !== undefined)
      this.asked(message.id, options.relatedRequestId);
    try {
      await super.send(message, options);
    } finally {
      if (
        (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) &&
        message.id !== undefined
      )
        this.settled(message.id);
    }
  }
}

/** Connects a `Server` that core made to an HTTP transport of its own. */
export async function connectHttp(
  server: unknown,
  options: TransportOptions,
): Promise<HttpTransport> {
  const { sessionId, json, eventStore, initialised, settled, closed, asked } = options;
  const transport = new CallTransport({
    sessionIdGenerator: sessionId === undefined ? undefined : () => sessionId,
    onsessioninitialized: initialised,
    enableJsonResponse: json,
    ...(eventStore !== undefined && { eventStore }),
  });
  transport.settled = settled;
  transport.asked = asked;
  transport.onclose = closed;
  await (server as Server).connect(transport);
  return {
    handleRequest: (request, given) => transport.handleRequest(request, given),
    retire: (id, sharesStream) => {
      if (!json && !sharesStream) transport.closeSSEStream(id);
      // Over JSON the request must be answered by something; on a closed stream this reaches nobody.
      transport
        .send({ jsonrpc: '2.0', id, error: { code: -32_800, message: 'Request cancelled' } })
        .catch(() => undefined);
    },
    endListening: () => transport.closeStandaloneSSEStream(),
    close: () => transport.close(),
  };
}
