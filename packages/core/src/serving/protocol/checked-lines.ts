import { type Readable, Transform } from 'node:stream';
import { mayBeRounded } from '../../whole-numbers.js';
import { type Refusal, roundedIn } from './incoming.js';

type Refuse = (refusal: Refusal | readonly Refusal[]) => void;

const NEWLINE = 10;
/** A longer line goes on as it comes: the SDK bounds what it keeps, and its messages are read again. */
const MAX_HELD = 1024 * 1024;

/**
 * Passes lines on to the SDK, but for requests with a rounded number, which get their answer. Here and
 * not later, because the SDK drops a request whose id or progress token is one, without an answer.
 */
export function checkedLines(refuse: Refuse): Transform {
  let held: Buffer[] = [];
  let size = 0;
  const release = (more: Buffer): Buffer => {
    const all = held.length === 0 ? more : Buffer.concat([...held, more]);
    held = [];
    size = 0;
    return all;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      const lines = end === 0 ? undefined : checked(release(chunk.subarray(0, end)), refuse);
      if (end < chunk.length) held.push(chunk.subarray(end));
      size += chunk.length - end;
      const long = size > MAX_HELD ? release(Buffer.alloc(0)) : undefined;
      for (const part of [lines, long]) if (part !== undefined && part.length > 0) this.push(part);
      done();
    },
    flush(done) {
      done(null, release(Buffer.alloc(0)));
    },
  });
}

function checked(bytes: Buffer, refuse: Refuse): Buffer {
  const text = bytes.toString('utf8');
  if (!mayBeRounded(text)) return bytes;
  const passed = text.split('\n').filter((line) => {
    const refusal = mayBeRounded(line) ? roundedIn(parsed(line)) : undefined;
    if (refusal !== undefined) refuse(refusal);
    return refusal === undefined;
  });
  return Buffer.from(passed.join('\n'));
}

/** What is no JSON is the SDK's to refuse. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Has `lines` read `stdin` until that ends, fails or closes. The function that comes back leaves stdin
 * as it was found, so that it keeps no process alive.
 */
export function readThrough(
  stdin: Readable,
  lines: Transform,
  failed: (error: Error) => void,
): () => void {
  const end = () => lines.end();
  stdin.on('error', failed);
  stdin.on('close', end);
  stdin.pipe(lines);
  if (stdin.readableEnded || stdin.destroyed) end();
  return () => {
    stdin.unpipe(lines);
    stdin.off('error', failed);
    stdin.off('close', end);
    if (stdin.listenerCount('data') === 0) stdin.pause();
  };
}
