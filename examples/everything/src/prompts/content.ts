// What a prompt may be made of: text, a resource, an image.
import { image, Prompt } from '@countersign/core';
import { z } from 'zod';
import { PNG } from '../samples.js';

@Prompt({ name: 'test_simple_prompt', description: 'A prompt of one line.' })
export class SimplePrompt {
  run() {
    return 'This is a simple prompt for testing.';
  }
}

const Input = z.object({ resourceUri: z.string().describe('URI of the resource to embed') });

@Prompt({
  name: 'test_prompt_with_embedded_resource',
  description: 'A prompt with a resource in it.',
  input: Input,
})
export class PromptWithEmbeddedResource {
  run({ resourceUri: uri }: z.output<typeof Input>) {
    const text = 'Embedded resource content for testing.';
    return [
      {
        role: 'user',
        content: { type: 'resource', resource: { uri, mimeType: 'text/plain', text } },
      },
      { role: 'user', content: 'Please process the embedded resource above.' },
    ];
  }
}

@Prompt({ name: 'test_prompt_with_image', description: 'A prompt with an image in it.' })
export class PromptWithImage {
  run() {
    return [
      { role: 'user', content: image(PNG, 'image/png') },
      { role: 'user', content: 'Please analyze the image above.' },
    ];
  }
}
