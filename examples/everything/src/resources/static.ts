// Resources with an address of their own.
import { Resource } from '@countersign/core';
import { PNG } from '../samples.js';

@Resource({
  uri: 'test://static-text',
  name: 'static-text',
  description: 'Some text.',
  mimeType: 'text/plain',
})
export class StaticText {
  run() {
    return 'This is the content of the static text resource.';
  }
}

@Resource({
  uri: 'test://static-binary',
  name: 'static-binary',
  description: 'An image.',
  mimeType: 'image/png',
})
export class StaticBinary {
  run() {
    return PNG;
  }
}
