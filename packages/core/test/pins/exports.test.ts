import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { manifest, PACKAGES, parse, published } from './sources.js';

/** What users may import: by entry point, the values and the types. A change here is a change of the public surface. */
const SURFACE: Readonly<Record<string, { readonly values: readonly string[]; readonly types: readonly string[] }>> = {
  '@countersign/codec-aead': { values: ['aeadCodec'], types: ['AeadCodecOptions'] },
  '@countersign/codec-hmac': { values: ['hmacCodec'], types: ['HmacCodecOptions'] },
  '@countersign/core': {
    values: [
      'ANONYMOUS_PRINCIPAL',
      'CallContext',
      'Changes',
      'Complete',
      'Compute',
      'ConfigError',
      'CountersignError',
      'Elicit',
      'LedgerError',
      'Prompt',
      'RequestStateError',
      'Resource',
      'Roots',
      'STDIO_PRINCIPAL',
      'Sample',
      'Tool',
      'ToolError',
      'acceptedContent',
      'again',
      'ask',
      'audio',
      'choices',
      'createServer',
      'delay',
      'form',
      'image',
      'inject',
      'injectable',
      'inputRequired',
      'inputResponse',
      'keysFromEnv',
      'memoryBus',
      'memoryLedger',
      'principalClaims',
      'systemClock',
      'systemRandom',
    ],
    types: [
      'Again',
      'Answers',
      'Ask',
      'AskKind',
      'AskStepOptions',
      'AuthOptions',
      'CacheHint',
      'CacheHints',
      'CallOutcome',
      'Change',
      'ChangeBus',
      'Claim',
      'ClaimDigests',
      'ClaimOptions',
      'Claimed',
      'ClientLog',
      'Clock',
      'CloseOptions',
      'CompleteDecorator',
      'CompletedCall',
      'CompletionContext',
      'ComponentCall',
      'ComponentClass',
      'ComponentOptions',
      'Components',
      'ComputeOptions',
      'ConfigCode',
      'Content',
      'CountersignServer',
      'Declined',
      'DrainSignal',
      'Era',
      'FetchOptions',
      'Form',
      'HttpOptions',
      'Icon',
      'Json',
      'JsonObject',
      'Jsonify',
      'Later',
      'Ledger',
      'LedgerRefusal',
      'LegacyBridge',
      'ListKind',
      'ListenOptions',
      'Listening',
      'Logger',
      'MemoryLedgerOptions',
      'Middleware',
      'MiddlewareClass',
      'MiddlewareFunction',
      'Next',
      'OutcomeKind',
      'Principal',
      'PrincipalRequest',
      'PrincipalResolver',
      'PromptOptions',
      'Provider',
      'RandomBytes',
      'RawAnswer',
      'Resolver',
      'ResourceAnnotations',
      'ResourceMetadataOptions',
      'ResourceOptions',
      'Root',
      'RoundEvent',
      'SampleContent',
      'SampleMessage',
      'SampleParams',
      'SampleTool',
      'Sampled',
      'ServerEvent',
      'ServerOptions',
      'ServerStats',
      'StateCodec',
      'StateOptions',
      'StateRefusal',
      'StdioOptions',
      'StepOutcome',
      'SubscriptionOptions',
      'Suggestions',
      'Token',
      'TokenInfo',
      'TokenVerifier',
      'ToolHints',
      'ToolOptions',
      'UnfinishedCall',
      'Viewer',
      'Visible',
    ],
  },
  '@countersign/core/codec': {
    values: ['KEY_ID_BYTES', 'MIN_KEY_BYTES', 'concatBytes', 'equalBytes', 'isBytes', 'keyRing', 'keysFromEnv', 'utf8'],
    types: ['KeyRing', 'Opened', 'SealPurpose', 'SealingKey', 'StateCodec'],
  },
  '@countersign/core/internal': {
    values: [
      'ContextView',
      'ServedContext',
      'classify',
      'compileComponent',
      'compileJsonSchema',
      'framedCodecs',
      'frozenCopy',
      'isAgain',
      'isRecord',
      'newJournal',
      'openFramed',
      'principalHash',
      'questionsOf',
      'readClaims',
      'rebuild',
      'requestDigest',
      'responsesOf',
      'runRound',
      'sealFramed',
      'serverContainer',
      'serverOptions',
      'stateGuard',
      'toBase64url',
    ],
    types: [
      'AttachedBridge',
      'Binding',
      'Blueprint',
      'BridgeCore',
      'ContextParts',
      'Journal',
      'LegConnection',
      'LegFailure',
      'LegReply',
      'LegReport',
      'LegacyBridge',
      'LegacyCall',
      'LegacyHost',
      'LegacyRun',
      'Outcome',
      'Question',
      'Questions',
      'Response',
      'RoundDeps',
      'RoundOutcome',
      'StateGuard',
      'StepBlueprint',
      'WireAnswer',
      'WireAsk',
      'WireError',
    ],
  },
  '@countersign/ledger-redis': {
    values: ['redisLedger'],
    types: ['IoRedisClient', 'NodeRedisClient', 'RedisClient', 'RedisLedgerOptions'],
  },
  '@countersign/shim-legacy': {
    values: ['legacyShim'],
    types: ['EventStore', 'LegacyShimOptions', 'Pacing', 'SessionOptions'],
  },
  '@countersign/testing': {
    values: ['MisuseError', 'PlayError', 'effects', 'everyWay', 'fakeClock', 'formatTranscript', 'misuse', 'play', 'seededRandom', 'step'],
    types: [
      'AskView',
      'Caller',
      'Check',
      'Duration',
      'Effects',
      'EveryPosition',
      'EveryWayOptions',
      'FakeClock',
      'Flow',
      'GivenAnswers',
      'GivenRoots',
      'GivenSample',
      'MisuseOptions',
      'MisuseReport',
      'MisuseRow',
      'Overriding',
      'Play',
      'PlayOptions',
      'Runner',
      'Step',
      'StepAsk',
      'StepContext',
      'Transcript',
      'TranscriptEntry',
      'Way',
      'WireFault',
    ],
  },
  '@countersign/testing/conformance': { values: ['codecContract', 'ledgerContract'], types: ['LedgerUnderTest', 'MakeCodec', 'Runner'] },
};

/** Entry points of the published packages, from their export maps: name to source file. */
const entries = published().flatMap((name) => {
  const { name: full, exports = {} } = manifest(name);
  return Object.entries(exports).map(([subpath, { default: built }]) => ({
    package: name,
    entry: posixJoin(full, subpath),
    source: join(PACKAGES, name, built.replace('./dist/', 'src/').replace(/\.js$/, '.ts')),
  }));
});

function posixJoin(name: string, subpath: string): string {
  return subpath === '.' ? name : `${name}${subpath.slice(1)}`;
}

/** The names a barrel exports, split by whether they are exported as types. */
function declared(name: string, file: string): { values: string[]; types: string[] } {
  const split = { values: [] as string[], types: [] as string[] };
  for (const statement of parse(name, file).tree.statements) {
    if (!ts.isExportDeclaration(statement)) continue;
    if (statement.exportClause === undefined || !ts.isNamedExports(statement.exportClause))
      throw new Error(`${file} exports names it does not list`);
    for (const element of statement.exportClause.elements) {
      split[statement.isTypeOnly || element.isTypeOnly ? 'types' : 'values'].push(element.name.text);
    }
  }
  return { values: split.values.sort(), types: split.types.sort() };
}

describe('export maps', () => {
  it('have the entry points of the pinned surface', () => {
    expect(entries.map(({ entry }) => entry).sort()).toEqual(Object.keys(SURFACE).sort());
  });

  it.each(entries)('$entry exports what is pinned, and no more', async ({ package: name, entry, source }) => {
    const loaded = (await import(pathToFileURL(source).href)) as object;
    expect({ values: Object.keys(loaded).sort(), types: declared(name, source).types }).toEqual(SURFACE[entry]);
  });
});
