import { isRecord } from './json.js';

/** The lists that clients can be told of. Templates belong to the resources. */
export type ListKind = 'tools' | 'prompts' | 'resources';

/** What changed; plain JSON, so that a bus can carry it to other processes. */
export type Change =
  | {
      readonly list: ListKind;
      /** Whose coming or going changed it, if one component's did: the name of a tool or prompt, the URI or template of a resource. */
      readonly component?: string;
    }
  | { readonly resource: string };

/**
 * Carries changes between the processes of a deployment. Without one, each server has a bus of its own memory (`memoryBus`). What is
 * received is not believed: a message that is no `Change` is logged and dropped, and every change is judged anew for every subscriber.
 */
export interface ChangeBus {
  /** Sends a change to every subscriber of every process, this one included. What it throws or rejects with is logged. */
  publish(change: Change): void | Promise<void>;
  /** Hears of every change, or its JSON text, from now on; returns how to stop. Called once a server, when its first client subscribes. */
  subscribe(listener: (change: unknown) => void): () => void;
}

/**
 * Tells clients what changed: `server.changes`, and an injection token for components and services (an abstract class, so import it
 * as a value where it is injected). Whoever subscribed is told, through the bus, if he may see what changed; nobody waits for it.
 */
export abstract class Changes {
  /** Says that what the resource at this URI reads has changed. Throws `TypeError` for something that is no absolute URI. */
  abstract resourceUpdated(uri: string): void;
  /**
   * Says that a list looks different now, for somebody: what `visible` returns has changed, say. `server.components` says so by
   * itself. Throws `TypeError` for something that is no list.
   */
  abstract listChanged(list: ListKind): void;
}

/** Makes a bus for the servers of one process; several may share it. */
export function memoryBus(): ChangeBus {
  const listeners = new Set<{ readonly hear: (change: unknown) => void }>();
  return {
    publish: (change) => {
      for (const { hear } of [...listeners]) hear(change);
    },
    subscribe: (hear) => {
      const listener = { hear };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const LISTS: ReadonlySet<unknown> = new Set<ListKind>(['tools', 'prompts', 'resources']);
/** Longer ones are not carried: a URI stands in every notification. */
const MAX_URI_LENGTH = 8192;

export const isListKind = (value: unknown): value is ListKind => LISTS.has(value);
export const isResourceUri = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_URI_LENGTH && URL.canParse(value);

/** Reads what a bus delivered, which may be anything; `undefined` for what is no change. */
export function readChange(received: unknown): Change | undefined {
  const message = typeof received === 'string' ? parsed(received) : received;
  if (!isRecord(message)) return undefined;
  const { list, component, resource } = message;
  if (list === undefined) return isResourceUri(resource) ? { resource } : undefined;
  if (!isListKind(list) || resource !== undefined) return undefined;
  if (component === undefined) return { list };
  return typeof component === 'string' && component.length <= MAX_URI_LENGTH
    ? { list, component }
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
