import { describe, expect, it } from 'vitest';
import {
  CallContext,
  createServer,
  delay,
  inject,
  injectable,
  type Later,
  Tool,
} from '../../src/index.js';
import { tool } from '../support/serving.js';

class Ledger {
  readonly lines: string[] = [];
}

@injectable()
class Payments {
  constructor(readonly ledger: Ledger) {}
  pay(to: string) {
    this.ledger.lines.push(to);
    return this.ledger.lines.length;
  }
}

@Tool({ name: 'pay', description: 'Pays, and says how often it did.' })
class Pay {
  constructor(private readonly payments: Payments) {}
  run() {
    return `${this.payments.pay('bob')}`;
  }
}

const serverOf = (
  component: new (...args: never[]) => { run(): unknown },
  providers: (new (...args: never[]) => object)[],
) =>
  createServer({
    name: 's',
    version: '1',
    components: [component as never],
    providers: providers.map((one) => ({ token: one, useClass: one as never })),
  });

describe('the decorators of the core entry', () => {
  it('let one service use another, and keep both for as long as the server lives', async () => {
    const server = serverOf(Pay, [Payments, Ledger]);
    const texts = [await tool(server, 'pay', {}), await tool(server, 'pay', {})].map(
      ({ body }) => body.result.content[0].text,
    );
    expect(texts).toEqual(['1', '2']);
    await server.close();
  });

  it('are named by the refusal of a service that was forgotten', () => {
    expect(() => serverOf(Pay, [Payments])).toThrow(
      expect.objectContaining({
        code: 'missing_metadata',
        message: expect.stringMatching(
          /Payments.*#0.*needs Ledger.*\{ token: Ledger, useClass: Ledger \}/,
        ),
      }),
    );
  });

  it('take every token: an abstract class, a name, and a class that is defined later', async () => {
    @Tool({ name: 'all', description: 'Has one of each.' })
    class All {
      readonly got: string;
      constructor(
        @inject(CallContext) readonly context: object,
        @inject('absent', { isOptional: true }) readonly absent: unknown,
        // Without `Later` the type would be read here, before the class is there: a ReferenceError.
        @inject(delay(() => Last)) readonly last: Later<Last>,
      ) {
        this.got = `${absent} ${last.name}`;
      }
      run() {
        return `${this.context instanceof CallContext} ${this.got}`;
      }
    }
    class Last {
      readonly name = 'last';
    }
    const server = serverOf(All, [Last]);
    expect((await tool(server, 'all', {})).body.result.content[0].text).toBe('true undefined last');
    await server.close();
  });
});
