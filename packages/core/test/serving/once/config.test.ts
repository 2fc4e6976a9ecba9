import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  type ComponentClass,
  createServer,
  inputRequired,
  memoryLedger,
  type ServerOptions,
  Tool,
} from '../../../src/index.js';
import { Bare, Pay, World } from '../../support/payments.js';
import { accept, FORMS, MODERN, rawRequest, soon } from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';

const made = (component: ComponentClass, more: Partial<ServerOptions> = {}) => {
  const world = new World();
  const providers = [{ token: World, useValue: world }];
  return {
    world,
    server: createServer({
      name: 's',
      version: '1',
      components: [component],
      providers,
      state: { codec: testCodec() },
      ...more,
    }),
  };
};

describe('a server with a tool of single use', () => {
  it('needs a ledger before it listens or is fetched from', async () => {
    for (const ledger of [undefined, memoryLedger()]) {
      const { server } = made(Pay, { ...(ledger && { ledger }) });
      const fetched = server.fetch(
        rawRequest('http://127.0.0.1/mcp', { params: { name: 'pay', arguments: { amount: 1 } } }),
      );
      const listening = server.listen();
      const refusal = {
        name: 'ConfigError',
        code: 'unsafe_serving',
        message: expect.stringMatching(/^Pay is once .*ledger/),
      };
      if (ledger === undefined) {
        await expect(fetched).rejects.toMatchObject(refusal);
        await expect(listening).rejects.toMatchObject(refusal);
      } else {
        expect((await fetched).status).toBe(200);
        await listening;
      }
      await server.close({ graceMs: 0 });
    }
  });

  it('has one of its own on stdio', async () => {
    const { server, world } = made(Pay);
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const answers: {
      id: number;
      result: { requestState?: string; content?: { text: string }[] };
    }[] = [];
    stdout.on('data', (chunk) =>
      answers.push(
        ...String(chunk)
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ),
    );
    const served = server.stdio({ stdin, stdout, exit: false });
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '0' },
      'io.modelcontextprotocol/clientCapabilities': FORMS,
    };
    const send = (id: number, more: object) =>
      stdin.write(
        `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'pay', arguments: { amount: 1 }, _meta, ...more } })}\n`,
      );
    send(1, {});
    await soon(() => expect(answers).toHaveLength(1));
    const final = {
      requestState: answers[0]?.result.requestState,
      inputResponses: { sure: accept({ sure: true }) },
    };
    for (const id of [2, 3]) send(id, final);
    await soon(() => expect(answers).toHaveLength(3));
    expect(answers.slice(1).map(({ result }) => result.content?.[0]?.text)).toEqual([
      'paid 1 (1)',
      'paid 1 (1)',
    ]);
    expect(world.paid).toHaveLength(1);
    stdin.end();
    await served;
    await server.close();
  });

  it('needs a codec, also when the tool asks nothing', () => {
    expect(made(Bare).server).toBeDefined();
    for (const component of [Bare, Pay])
      expect(() => made(component, { state: undefined as never })).toThrow(
        expect.objectContaining({ code: 'state_codec' }),
      );
  });

  it('refuses a ledger that is none', () => {
    const { settle: _, ...without } = memoryLedger();
    for (const ledger of [{}, null, 'redis', without])
      expect(() => made(Pay, { ledger: ledger as never })).toThrow(
        expect.objectContaining({ code: 'invalid_option' }),
      );
  });

  it('refuses a hand-written handler', () => {
    const handler = (once: boolean) => {
      @Tool({ name: 'hand', description: 'Asks by hand.', once })
      class Hand {
        run() {
          return inputRequired({ inputRequests: {}, requestState: 'x' });
        }
      }
      return Hand;
    };
    expect(made(handler(false)).server).toBeDefined();
    expect(() => made(handler(true))).toThrow(
      expect.objectContaining({
        code: 'invalid_component',
        message: expect.stringMatching(/^Hand\.run: once is not for hand-written/),
      }),
    );
  });
});
