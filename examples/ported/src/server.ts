import { randomBytes } from 'node:crypto';
import { aeadCodec } from '@countersign/codec-aead';
import { type CountersignServer, createServer, type ServerEvent } from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { DeleteFile } from './delete-file.js';
import { DeleteMatching } from './delete-matching.js';
import { Files } from './files.js';

/** Both handlers, served to clients of both eras. */
export const fileServer = (
  files: Files,
  onEvent: (event: ServerEvent) => void = () => undefined,
): CountersignServer =>
  createServer({
    name: 'files',
    version: '1.0.0',
    components: [DeleteFile, DeleteMatching],
    providers: [{ token: Files, useValue: files }],
    state: { codec: aeadCodec({ keys: [randomBytes(32)] }) },
    legacy: legacyShim(),
    onEvent,
    // The story shows what is refused; the warnings of the default logger would say it again.
    logger: { debug: quiet, info: quiet, warn: quiet, error: console.error },
  });

function quiet(): void {}
