import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import {
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import type { Wire } from './wire.js';

/** The official client's framing over a child process that is ours, so that what ends it is ours to see. */
export class PipeTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  private readonly buffer = new ReadBuffer();

  constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly wire: Wire,
  ) {}

  async start(): Promise<void> {
    this.child.once('exit', () => this.onclose?.());
    this.child.stdin.on('error', (error) => this.onerror?.(error));
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.buffer.append(chunk);
      for (
        let message = this.buffer.readMessage();
        message !== null;
        message = this.buffer.readMessage()
      ) {
        this.wire.cross('<--', 'stdio', JSON.stringify(message));
        this.onmessage?.(message);
      }
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const line = serializeMessage(message);
    this.wire.cross('-->', 'bob', line.trimEnd());
    this.child.stdin.write(line);
  }

  async close(): Promise<void> {
    this.child.stdin.end();
  }
}
