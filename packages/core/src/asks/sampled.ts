import type { Json, JsonObject } from '../json.js';
import { blocksOf, type SampleContent, takenBlock } from './content-block.js';

/** What the client's model wrote. */
export interface Sampled {
  /** All text blocks in one piece. */
  readonly text: string;
  readonly content: SampleContent[];
  /** Empty when the client did not say. */
  readonly model: string;
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a word of the provider's. */
  readonly stopReason?: string;
  /** The text, with a name such as `[image]` for each block that has none: for a message, `Write ${summary}?`. */
  toString(): string;
}

/** A directory or file that the client lets the server work on. */
export interface Root {
  /** A `file://` URI. Untrusted: check a path against it, never the other way round. */
  readonly uri: string;
  readonly name?: string;
}

/** What is taken of a sampled message that `classify` accepted: all that authors get, and nothing that came beside it (C31). */
export function takenSample(accepted: Json): JsonObject {
  const { content, model, stopReason } = accepted as JsonObject;
  return {
    content: blocksOf(content).map((block) => takenBlock(block as SampleContent)),
    ...(typeof model === 'string' && model !== '' ? { model } : {}),
    ...(stopReason === undefined ? {} : { stopReason }),
  };
}

/** Reads a sampled message that `classify` accepted: one block and several look alike to the author, who gets a copy of what is sealed. */
export function readSampled(accepted: Json): Sampled {
  const { content, model, stopReason } = accepted as {
    content: unknown;
    model?: string;
    stopReason?: string;
  };
  const blocks = structuredClone(blocksOf(content)) as SampleContent[];
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return withText({
    text,
    content: blocks,
    model: model ?? '',
    ...(stopReason === undefined ? {} : { stopReason }),
  });
}

/** Gives a sampled message its `toString`, hidden, so that its JSON and its digest stay what they are. */
export function withText<S extends Pick<Sampled, 'text' | 'content'>>(sampled: S): S {
  const { text, content } = sampled;
  const shown = content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
  const written = shown.length === 0 ? text : shown.join('');
  return Object.defineProperty(sampled, 'toString', { value: () => written });
}

/** Reads a list of roots that `classify` accepted: a copy of what is sealed. */
export const readRoots = (accepted: Json): Root[] =>
  structuredClone((accepted as unknown as { roots: Root[] }).roots);
