import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import { codecContract } from '@countersign/testing/conformance';
import { describe, it } from 'vitest';

codecContract({ describe, it }, 'codec-hmac', (keys) => hmacCodec({ keys }));
codecContract({ describe, it }, 'codec-aead', (keys) => aeadCodec({ keys }));
