import { randomBytes } from 'node:crypto';
import { aeadCodec } from '@countersign/codec-aead';
import { type CountersignServer, createServer, type ServerOptions } from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { AsDeclared } from './asking/as-declared.js';
import { ElicitationChoices } from './asking/choices.js';
import { RequestState, TamperedState } from './asking/confirmed.js';
import { Elicitation } from './asking/contact.js';
import { ElicitationDefaults } from './asking/defaults.js';
import { MultiRound } from './asking/in-turn.js';
import { ListRoots } from './asking/roots.js';
import { SampledCapital, Sampling } from './asking/sampling.js';
import { MultipleInputs } from './asking/together.js';
import { UserName } from './asking/user-name.js';
import {
  TriggerPromptChange,
  TriggerResourceChange,
  TriggerToolChange,
} from './diagnostics/changes.js';
import { Logging } from './diagnostics/logging.js';
import { MissingCapability } from './diagnostics/missing-capability.js';
import { StreamingElicitation } from './diagnostics/streaming-elicitation.js';
import {
  AudioContent,
  EmbeddedResource,
  ImageContent,
  MultipleContentTypes,
  SimpleText,
} from './plain/content.js';
import { ErrorHandling } from './plain/error-handling.js';
import { JsonSchema202012 } from './plain/json-schema.js';
import { MirroredArgument } from './plain/mirrored.js';
import { ToolWithLogging, ToolWithProgress } from './plain/on-the-way.js';
import { AskingPrompt } from './prompts/asking.js';
import { PromptWithEmbeddedResource, PromptWithImage, SimplePrompt } from './prompts/content.js';
import { PromptWithArguments } from './prompts/with-arguments.js';
import { StaticBinary, StaticText } from './resources/static.js';
import { TemplateData } from './resources/template.js';
import { WatchedResource } from './resources/watched.js';

// In the order of the lists. The suite calls the first tool without arguments, and reads the first resource.
const PLAIN = [
  SimpleText,
  ImageContent,
  AudioContent,
  EmbeddedResource,
  MultipleContentTypes,
  ErrorHandling,
  ToolWithProgress,
  ToolWithLogging,
  JsonSchema202012,
  MirroredArgument,
];
const ASKING = [
  Elicitation,
  ElicitationDefaults,
  ElicitationChoices,
  Sampling,
  UserName,
  SampledCapital,
  ListRoots,
  RequestState,
  MultipleInputs,
  MultiRound,
  TamperedState,
  AsDeclared,
];
const DIAGNOSTICS = [
  MissingCapability,
  StreamingElicitation,
  Logging,
  TriggerToolChange,
  TriggerPromptChange,
  TriggerResourceChange,
];
const PROMPTS = [
  SimplePrompt,
  PromptWithArguments,
  PromptWithEmbeddedResource,
  PromptWithImage,
  AskingPrompt,
];
const RESOURCES = [StaticText, StaticBinary, TemplateData, WatchedResource];

/** Everything a server may offer, to clients of both eras. The key of its state dies with it, since nobody's work is in it. */
export const everything = (options: Pick<ServerOptions, 'logger'> = {}): CountersignServer =>
  createServer({
    name: 'everything',
    version: '1.0.0',
    components: [...PLAIN, ...ASKING, ...DIAGNOSTICS, ...PROMPTS, ...RESOURCES],
    state: { codec: aeadCodec({ keys: [randomBytes(32)] }) },
    legacy: legacyShim(),
    ...options,
  });
