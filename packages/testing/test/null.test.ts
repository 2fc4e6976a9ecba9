import { ask, createServer, Elicit, Tool } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { misuse, play, step } from '../src/index.js';

@Tool({ name: 'look', description: 'Looks.' })
class Look {
  @Elicit() page() {
    return ask.url('Look.', 'https://a.example/');
  }
  run() {
    return 'seen';
  }
}

describe('null in an option of the testing package', () => {
  it('is refused with the sentence of every other option', async () => {
    const server = createServer({ name: 's', version: '1', components: [] });
    expect(() => play(server)).not.toThrow();
    for (const options of [null, { clock: null }, { seed: null }])
      expect(() => play(server, options as never)).toThrow(/^play: .* must not be null; leave it/);
    expect(() => step(Look, 'page').context({ era: null } as never)).toThrow(
      'context(): era must not be null; leave it out',
    );
    await expect(misuse({} as never, { answers: null } as never)).rejects.toThrow(
      'misuse: answers must not be null; leave it out',
    );
  });
});
