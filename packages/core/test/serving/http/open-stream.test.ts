import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CallContext, type CountersignServer, Tool } from '../../../src/index.js';
import { rawRequest, soon, testServer } from '../../support/serving.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

let finish: () => void = () => undefined;

@Tool({ name: 'long', description: 'Says once that it works, and then works in silence.' })
class Long {
  run(_: object, _answers: object, ctx: CallContext) {
    ctx.progress(1);
    return new Promise<string>((resolve) => {
      finish = () => resolve('done');
    });
  }
}

describe('the stream of a 2026 call', () => {
  it('keeps proxies from holding it back, is kept alive by comments, and no longer than the call', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { server } = testServer({ components: [Long] });
      servers.push(server);
      const { url } = await server.listen();
      const before = vi.getTimerCount();
      const response = await fetch(
        rawRequest(url, { params: { name: 'long', _meta: { progressToken: 1 } } }),
      );
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no',
        'cache-control': 'no-cache, no-transform',
      });
      let text = '';
      const reading = (async () => {
        const decoder = new TextDecoder();
        for await (const chunk of response.body ?? [])
          text += decoder.decode(chunk, { stream: true });
      })();
      await soon(() => expect(text).toContain('notifications/progress'));
      await vi.advanceTimersByTimeAsync(31_000);
      await soon(() => expect(text.match(/^: keepalive$/gm)).toHaveLength(2));
      finish();
      await reading;
      expect(text).toContain('"done"');
      expect(vi.getTimerCount()).toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });
});
