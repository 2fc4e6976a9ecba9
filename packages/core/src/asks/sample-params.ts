import { ConfigError } from '../errors.js';
import { isRecord, type JsonObject } from '../json.js';
import { throughJson } from '../strict-json.js';
import { isText, type Text, type Wording, wordsOf } from '../text.js';
import { blocksOf, isSampleContent, type SampleContent } from './content-block.js';

/** What a message may hold: a block of text may be an `ask.text`. */
type Written = SampleContent | { readonly type: 'text'; readonly text: Text };

/** One message of the conversation that the client's model continues. */
export interface SampleMessage {
  readonly role: 'user' | 'assistant';
  readonly content: Written | readonly Written[];
  readonly _meta?: JsonObject;
}

/** A tool the model may use while it answers this question; it need not be a tool of the server. */
export interface SampleTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly [member: string]: unknown;
}

/**
 * The parameters of `sampling/createMessage` (spec: client/sampling).
 * @deprecated Sampling is deprecated by SEP-2577, but in force.
 */
export interface SampleParams {
  /** A string or `ask.text` is a text message of the user; `undefined` is left out. */
  readonly messages: readonly (SampleMessage | Wording | undefined)[];
  /** Most tokens the model may write. */
  readonly maxTokens: number;
  readonly systemPrompt?: Wording;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly modelPreferences?: {
    readonly hints?: readonly { readonly name?: string }[];
    /** From 0 to 1, as the other two. */
    readonly costPriority?: number;
    readonly speedPriority?: number;
    readonly intelligencePriority?: number;
  };
  /** Sent only to clients that declare `sampling.context`. @deprecated by SEP-2596. */
  readonly includeContext?: 'none' | 'thisServer' | 'allServers';
  /** Needs `sampling.tools` of the client, as does `toolChoice`. */
  readonly tools?: readonly SampleTool[];
  readonly toolChoice?: { readonly mode?: 'auto' | 'required' | 'none' };
  /** Passed to the model's provider as it is. */
  readonly metadata?: JsonObject;
}

/**
 * Checks the parameters and returns them as the wire carries them.
 * @throws ConfigError `invalid_ask` for messages out of shape or out of balance, naming the message's index.
 */
export function sampleWire(params: SampleParams): JsonObject {
  if (!isRecord(params) || !Array.isArray(params.messages))
    refuse('messages must be an array', 'Pass the conversation so far');
  const messages = params.messages.filter((message) => message !== undefined).map(message);
  if (messages.length === 0) refuse('there are no messages', 'Pass at least one');
  if (!Number.isSafeInteger(params.maxTokens) || params.maxTokens < 1)
    refuse('maxTokens must be a whole number from 1', 'Say how much the model may write');
  checkBalance(messages);
  const { includeContext, systemPrompt, ...rest } = params;
  const context =
    includeContext === undefined || includeContext === 'none' ? {} : { includeContext };
  return throughJson({ ...rest, ...context, ...prompted(systemPrompt), messages }) as JsonObject;
}

/** A message as the wire carries it. */
interface Sent extends SampleMessage {
  readonly content: SampleContent | readonly SampleContent[];
}

function message(given: SampleMessage | Wording, at: number): Sent {
  if (typeof given === 'string' || isText(given))
    return { role: 'user', content: { type: 'text', text: wordsOf(given, whereOf(at)) } };
  if (!isRecord(given) || (given.role !== 'user' && given.role !== 'assistant'))
    refuse(`message ${at} has no role`, 'Write role: "user" or "assistant"');
  const said = spelled(given, at);
  if (!blocksOf(said.content).every(isSampleContent))
    refuse(
      `message ${at} has content that sampling does not know`,
      'Use text, image, audio, tool_use and tool_result blocks',
    );
  return said as Sent;
}

const whereOf = (at: number): string => `ask.sample(): message ${at}`;

/** Checks the texts of one message. What the model wrote goes back to it as it came. */
function spelled<M extends { readonly role?: unknown; readonly content?: unknown }>(
  message: M,
  at: number,
): M {
  const block = (given: unknown): unknown =>
    isRecord(given) && (isText(given.text) || (given.type === 'text' && message.role === 'user'))
      ? { ...given, text: wordsOf(given.text, whereOf(at)) }
      : given;
  const { content } = message;
  return { ...message, content: Array.isArray(content) ? content.map(block) : block(content) };
}

const prompted = (systemPrompt: Wording | undefined): { readonly systemPrompt?: string } =>
  systemPrompt === undefined
    ? {}
    : { systemPrompt: wordsOf(systemPrompt, 'ask.sample(): systemPrompt') };

/** The texts of a hand-written `sampling/createMessage`, checked alike; its shape is the client's to judge. */
export const spelledOut = (params: Record<string, unknown>): JsonObject =>
  throughJson({
    messages: (params.messages as readonly unknown[]).map((message, at) =>
      isRecord(message) ? spelled(message, at) : message,
    ),
    ...prompted(params.systemPrompt as Wording | undefined),
  }) as JsonObject;

/** Spec: client/sampling, Tool Use and Result Balance. Providers reject an unbalanced conversation, long after us. */
function checkBalance(messages: readonly Sent[]): void {
  let owed = new Set<string>();
  messages.forEach(({ role, content }, at) => {
    const blocks = blocksOf(content) as readonly SampleContent[];
    const results = blocks.filter((block) => block.type === 'tool_result');
    if (results.length > 0 && (role !== 'user' || results.length !== blocks.length)) {
      refuse(
        `message ${at} mixes tool results with other content`,
        'Put the results in a user message of their own',
      );
    }
    const given = new Set(results.map(({ toolUseId }) => toolUseId));
    if (
      given.size !== results.length ||
      given.size !== owed.size ||
      [...owed].some((id) => !given.has(id))
    ) {
      refuse(
        `message ${at} does not match the tool uses before it`,
        'Answer each tool_use with one tool_result in the next message',
      );
    }
    const uses = blocks.filter((block) => block.type === 'tool_use');
    if (uses.length > 0 && role !== 'assistant')
      refuse(
        `message ${at} has a tool_use that is not the assistant's`,
        'Only the model uses tools',
      );
    owed = new Set(uses.map(({ id }) => id));
    if (owed.size !== uses.length)
      refuse(`message ${at} uses one tool_use id twice`, 'Keep the ids that the client sent');
  });
  if (owed.size > 0)
    refuse(
      'the last message has tool uses without results',
      'Add a user message with the tool results',
    );
}

function refuse(what: string, cure: string): never {
  throw new ConfigError('invalid_ask', `ask.sample(): ${what}. ${cure}`);
}
