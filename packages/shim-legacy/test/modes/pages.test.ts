import { again, ask, type CallContext, Compute, Elicit, Tool } from '@countersign/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientOf, servedAs, textOf } from '../support/modes.js';

/** Who was at the page of which flow: what a page behind a login knows. */
const visits = new Set<string>();
let looked = 0;
let onLook: (flow: string) => void = () => undefined;
beforeEach(() => {
  visits.clear();
  looked = 0;
});

@Tool({ name: 'enter', description: 'Goes on once its caller has signed in at the page.' })
class Enter {
  @Elicit() page(_: object, _answers: object, ctx: CallContext) {
    return ask.url('Please sign in.', `https://example.com/sign-in?flow=${ctx.flow.id}`);
  }
  @Compute() signedIn(_: object, _answers: object, ctx: CallContext) {
    looked++;
    onLook(ctx.flow.id);
    return visits.has(`${ctx.flow.id} ${ctx.principal.subject}`) ? true : again('waiting');
  }
  run() {
    return 'entered';
  }
}

describe.each(['2026 HTTP', '2026 stdio', '2025 sessions', '2025 stdio'] as const)(
  'over %s',
  (mode) => {
    it('to have accepted a page is not to have been there: the call goes on once its own caller was, and nobody else', async () => {
      const at = await servedAs(mode, { components: [Enter], shim: { pacing: 0 } });
      const caller = mode.endsWith('stdio') ? 'local' : 'anonymous';
      onLook = (flow) => {
        // Somebody else follows the link first; then the caller does, between two looks.
        visits.add(`${flow} somebody else`);
        if (looked === 3) visits.add(`${flow} ${caller}`);
      };
      const client = await clientOf(mode, at, { elicit: () => ({ action: 'accept' }) });
      expect(textOf(await client.callTool({ name: 'enter' }))).toBe('entered');
      expect(looked).toBe(3);
    });
  },
);
