// What a tool may return: text, an image, sound, a resource, or several of them.
import { audio, type Content, image, Tool } from '@countersign/core';
import { PNG, WAV } from '../samples.js';

@Tool({ name: 'test_simple_text', description: 'Returns text.' })
export class SimpleText {
  run() {
    return 'This is a simple text response for testing.';
  }
}

@Tool({ name: 'test_image_content', description: 'Returns an image.' })
export class ImageContent {
  run() {
    return image(PNG, 'image/png');
  }
}

@Tool({ name: 'test_audio_content', description: 'Returns sound.' })
export class AudioContent {
  run() {
    return audio(WAV, 'audio/wav');
  }
}

@Tool({ name: 'test_embedded_resource', description: 'Returns a resource, content included.' })
export class EmbeddedResource {
  run(): Content {
    const text = 'This is an embedded resource content.';
    return {
      type: 'resource',
      resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text },
    };
  }
}

@Tool({
  name: 'test_multiple_content_types',
  description: 'Returns text, an image and a resource.',
})
export class MultipleContentTypes {
  run(): Content[] {
    const text = JSON.stringify({ test: 'data', value: 123 });
    return [
      { type: 'text', text: 'Multiple content types test:' },
      image(PNG, 'image/png'),
      {
        type: 'resource',
        resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text },
      },
    ];
  }
}
