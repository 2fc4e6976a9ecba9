import { z } from 'zod';
import {
  type Answers,
  ask,
  type CallContext,
  Elicit,
  form,
  inputRequired,
  Prompt,
  Resource,
  Roots,
  Sample,
  Tool,
} from '../../src/index.js';

// Components whose answers take every turn between being written at once and being the SDK's to write.

const WHOLE = {
  text: 'text',
  image: { type: 'image', data: 'AQID', mimeType: 'image/png' },
  annotated: { type: 'text', text: 'a', annotations: { priority: 1 }, unknown: true },
  unknown: { content: [{ type: 'text', text: 'a', unknown: true }], unknown: { deep: true } },
  meta: { content: [], _meta: { mine: 1 } },
  complete: { resultType: 'complete', content: [] },
  failed: { content: [{ type: 'text', text: 'no' }], isError: true },
  structured: { content: [], structuredContent: [1, 2] },
  json: { total: 1 },
  nothing: undefined,
  mistaken: { content: [{ type: 'text' }] },
} as const;

@Tool({
  name: 'whole',
  description: 'A test tool.',
  input: z.object({ as: z.enum(Object.keys(WHOLE) as [keyof typeof WHOLE]) }),
})
class Whole {
  run({ as }: { as: keyof typeof WHOLE }): unknown {
    return WHOLE[as];
  }
}

@Tool({
  name: 'chatty',
  description: 'A test tool.',
  input: z.object({ after: z.enum(['done', 'asks', 'fails', 'image']) }),
})
class Chatty {
  @Elicit() sure({ after }: { after: string }, _: object, ctx: CallContext) {
    ctx.log.warning({ after });
    return after === 'asks' ? ask.form('Sure?', form(z.object({ yes: z.boolean() }))) : ask.nothing;
  }
  async run({ after }: { after: string }, _: Answers<Chatty>, ctx: CallContext): Promise<unknown> {
    ctx.progress(1, 3, 'first');
    ctx.log.debug('debug');
    await Promise.resolve();
    ctx.log.error({ nested: ['error'] });
    ctx.progress(2);
    return after === 'fails' ? ctx.fail('it failed') : WHOLE[after === 'image' ? 'image' : 'text'];
  }
}

@Tool({
  name: 'every-kind',
  description: 'A test tool.',
  input: z.object({ kind: z.enum(['form', 'url', 'sample', 'tools', 'roots', 'optional roots']) }),
})
class EveryKind {
  @Elicit() person({ kind }: { kind: string }) {
    if (kind === 'form') return ask.form('Yes?', form(z.object({ yes: z.boolean() })));
    return kind === 'url' ? ask.url('Look there.', 'https://example.com/') : ask.nothing;
  }
  @Sample() model({ kind }: { kind: string }) {
    if (kind !== 'sample' && kind !== 'tools') return ask.nothing;
    const tools = [{ name: 'find', inputSchema: { type: 'object' as const } }];
    return ask.sample({
      messages: [{ role: 'user', content: { type: 'text', text: 'Write.' } }],
      maxTokens: 9,
      ...(kind === 'tools' && { tools }),
    });
  }
  @Roots() where({ kind }: { kind: string }) {
    if (kind === 'optional roots') return ask.roots({ optional: true });
    return kind === 'roots' ? ask.roots() : ask.nothing;
  }
  run({ kind }: { kind: string }) {
    return kind;
  }
}

@Tool({
  name: 'by-hand',
  description: 'A test tool.',
  input: z.object({ what: z.enum(['form', 'state', 'extra', 'roots', 'neither']) }),
})
class ByHand {
  run({ what }: { what: string }, _: object, ctx: CallContext) {
    if (ctx.requestState() !== undefined) return 'done';
    const yes = inputRequired.elicit({
      message: 'Yes?',
      requestedSchema: { type: 'object', properties: { yes: { type: 'boolean' } } },
    });
    if (what === 'state') return inputRequired({ requestState: ctx.mintRequestState(1) });
    if (what === 'extra')
      return { ...inputRequired({ inputRequests: { yes } }), _meta: { mine: 1 } };
    if (what === 'roots')
      return inputRequired({
        inputRequests: { where: inputRequired.listRoots() },
        requestState: ctx.mintRequestState(2),
      });
    return what === 'form'
      ? inputRequired({ inputRequests: { yes }, requestState: ctx.mintRequestState(3) })
      : { resultType: 'input_required' };
  }
}

@Tool({
  name: 'hidden',
  description: 'A test tool.',
  visible: ({ scopes }) => scopes?.includes('admin') === true,
})
class Hidden {
  run() {
    return 'seen';
  }
}

@Tool({ name: 'scoped', description: 'A test tool.', scopes: ['admin'] })
class Scoped {
  run() {
    return 'in';
  }
}

@Tool({
  name: 'mirrored',
  description: 'A test tool.',
  input: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
})
class Mirrored {
  run() {
    return 'mirrored';
  }
}

@Prompt({ name: 'whole-prompt', input: z.object({ meta: z.string().optional() }) })
class WholePrompt {
  run({ meta }: { meta?: string | undefined }) {
    const messages = [{ role: 'user', content: { type: 'text', text: 'Go.', unknown: 1 } }];
    return meta === undefined
      ? { description: 'a prompt', messages }
      : { messages, _meta: { meta }, unknown: true };
  }
}

@Prompt({ name: '=?base64?ZWNobw==?=' })
class Sentinel {
  run() {
    return 'its name looks like an encoded header';
  }
}

@Resource({ uri: 'whole://{how}', name: 'whole' })
class WholeResource {
  run({ how }: { how: string }) {
    const contents = [{ uri: 'whole://it', text: 'it', unknown: 1 }];
    if (how === 'public') return { contents, ttlMs: 5, cacheScope: 'public' };
    return how === 'odd' ? { contents, ttlMs: -1, _meta: { mine: 1 } } : { contents };
  }
}

export const ANSWERS = [
  Whole,
  Chatty,
  EveryKind,
  ByHand,
  Scoped,
  Hidden,
  Mirrored,
  WholePrompt,
  Sentinel,
  WholeResource,
];
