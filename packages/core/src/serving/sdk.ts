// The only file of core that imports the official SDK: the list of what core takes of it. Nothing is made here.

export { toWebRequest } from '@modelcontextprotocol/node';
export {
  acceptedContent,
  bearerAuthChallengeResponse,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  hostHeaderValidationResponse,
  inputRequired,
  inputResponse,
  isJsonContentType,
  isLegacyRequest,
  isSpecType,
  LOG_LEVEL_META_KEY,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpHttpHandler,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  originValidationResponse,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  SERVER_INFO_META_KEY,
  Server,
  type ServerContext,
  type ServerEventBus as SdkBus,
  type StandardSchemaV1,
  SUBSCRIPTION_ID_META_KEY,
  type Transport,
  verifyBearerToken,
} from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
export { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
