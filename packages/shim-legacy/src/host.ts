// All that this package knows of core: a host that runs rounds and words what they end in, and a connection that carries
// questions. The loop sees nothing else, so a test drives it with a host and promises of its own.
export type {
  AttachedBridge,
  BridgeCore,
  BridgeFetchOptions,
  LegacyCall,
  LegacyHost,
  LegacyRun,
  LegConnection,
  LegFailure,
  LegReply,
  LegReport,
  Outcome,
  WireAnswer,
  WireAsk,
} from '@countersign/core/internal';
export {
  isRecord,
  keepingAlive,
  needsOf,
  nullProblem,
  REJECTED,
  streamableHttp,
} from '@countersign/core/internal';
