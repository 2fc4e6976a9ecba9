import type { Terminal } from './terminal.js';

/** A JSON-RPC message as far as the demo looks into it. */
export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: {
    readonly requestState?: string;
    readonly inputResponses?: object;
    readonly [name: string]: unknown;
  };
  readonly result?: {
    readonly resultType?: string;
    readonly inputRequests?: object;
    readonly requestState?: string;
    readonly [name: string]: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** One message that crossed the wire. */
export interface Crossing {
  readonly arrow: '-->' | '<--';
  /** The person who sent it, or the replica that answered. */
  readonly who: string;
  readonly message: Message;
}

/** Records and prints everything that crosses. */
export class Wire {
  private readonly crossings: Crossing[] = [];

  constructor(
    private readonly terminal: Terminal,
    private readonly full: boolean,
  ) {}

  /** Takes one message as it crossed: JSON text, or what is no JSON. */
  cross(arrow: Crossing['arrow'], who: string, text: string, status?: number): void {
    const message = parsed(text);
    const shown = this.full || message === undefined ? text : shorten(message);
    this.terminal.message(arrow, status === undefined ? who : `${who} ${status}`, shown);
    if (message !== undefined) this.crossings.push({ arrow, who, message });
  }

  /** The messages since the last time this was asked. */
  take(): { readonly requests: readonly Crossing[]; readonly replies: readonly Crossing[] } {
    const taken = this.crossings.splice(0);
    return {
      requests: taken.filter(({ arrow }) => arrow === '-->'),
      replies: taken.filter(({ arrow }) => arrow === '<--'),
    };
  }
}

function parsed(text: string): Message | undefined {
  try {
    return JSON.parse(text) as Message;
  } catch {
    return undefined;
  }
}

/** Members that say most, in this order; the rest follows as it came. */
const FIRST = ['id', 'method', 'error', 'resultType', 'name', 'uri', 'arguments', 'requestState'];

/** Leaves out what is the same in every message, or long and of no interest here, and puts first what this demo is about. */
function shorten(message: Message): string {
  return JSON.stringify(message, (name, value: unknown) => {
    if (name === 'jsonrpc' || name === '_meta' || name.endsWith('Schema')) return undefined;
    if (name === 'requestState' && typeof value === 'string')
      return `${value.slice(0, 3)}..${value.slice(-8)}`;
    if (Array.isArray(value))
      return value.length > 20 ? [...value.slice(0, 3), `and ${value.length - 3} more`] : value;
    if (typeof value !== 'object' || value === null) return value;
    const first = FIRST.filter((member) => member in value).map((member) => [member, undefined]);
    return { ...Object.fromEntries(first), ...value };
  });
}
