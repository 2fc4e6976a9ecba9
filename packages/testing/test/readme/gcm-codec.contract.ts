// gcm-codec.contract.ts
import { describe, it } from 'node:test';
import { codecContract } from '@countersign/testing/conformance';
import { gcmCodec } from './gcm-codec.js';

codecContract({ describe, it }, 'gcm', gcmCodec);
