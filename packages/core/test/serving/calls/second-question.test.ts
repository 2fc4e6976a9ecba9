import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Answers,
  ask,
  type CountersignServer,
  Elicit,
  form,
  Tool,
} from '../../../src/index.js';
import { accept, testServer, tool } from '../../support/serving.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

let bodies = 0;

@Tool({ name: 'order', description: 'Asks for a flavour, then sends the person to pay for it.' })
class Order {
  @Elicit() flavour() {
    return ask.form('Flavour?', form(z.object({ flavour: z.string() })));
  }
  @Elicit() payment(_: object, { flavour }: Answers<Order, 'flavour'>) {
    return ask.url(`Pay for ${flavour.flavour}.`, 'https://example.com/pay');
  }
  run(_: object, { flavour, payment }: Answers<Order>) {
    bodies++;
    return `${flavour.flavour}, paid: ${payment}`;
  }
}

const BOTH = { elicitation: { form: {}, url: {} } };

function served() {
  bodies = 0;
  const { server } = testServer({ components: [Order] });
  servers.push(server);
  const send = (more: object = {}, capabilities: object = BOTH) =>
    tool(server, 'order', {}, more as never, { capabilities });
  return { server, send };
}
const flavour = accept({ flavour: 'lemon' });
const paid = { action: 'accept' };

describe('a second question', () => {
  it('is put with what the first was answered, which travels in the state: three requests in all', async () => {
    const { send } = served();
    const first = (await send()).body.result;
    expect(Object.keys(first.inputRequests)).toEqual(['flavour']);
    const second = (await send({ requestState: first.requestState, inputResponses: { flavour } }))
      .body.result;
    expect(second.inputRequests).toMatchObject({
      payment: { params: { mode: 'url', message: 'Pay for lemon.' } },
    });
    expect(Object.keys(second.inputRequests)).toEqual(['payment']);
    const done = (
      await send({ requestState: second.requestState, inputResponses: { payment: paid } })
    ).body.result;
    expect(done.content[0].text).toBe('lemon, paid: true');
    expect(bodies).toBe(1);
  });

  it('is not reached without the state: the first is asked again, whatever is answered', async () => {
    const { send } = served();
    for (const inputResponses of [{ payment: paid }, { flavour, payment: paid }, {}]) {
      const { result } = (await send({ inputResponses })).body;
      expect(Object.keys(result.inputRequests)).toEqual(['flavour']);
    }
    expect(bodies).toBe(0);
  });

  it('is refused as the first would be to a client that did not declare it, each request by what it declares itself', async () => {
    const { send } = served();
    const forms = { elicitation: { form: {} } };
    const first = await send({}, forms);
    expect(first.status).toBe(200);
    const answer = { requestState: first.body.result.requestState, inputResponses: { flavour } };
    expect(await send({ ...answer, _meta: { progressToken: 1 } }, forms)).toMatchObject({
      status: 400,
      body: {
        error: { code: -32021, data: { requiredCapabilities: { elicitation: { url: {} } } } },
      },
    });
    expect((await send(answer, BOTH)).body.result.inputRequests).toHaveProperty('payment');
    expect(bodies).toBe(0);
  });
});

describe('an interim result', () => {
  it('says what it is, and has neither content nor anything that was sent without being asked', async () => {
    const { send } = served();
    const { result } = (
      await send({
        inputResponses: { flavour_2: accept({ flavour: 'ECHO' }), undefined: accept({}) },
      })
    ).body;
    expect(result).toMatchObject({
      resultType: 'input_required',
      requestState: expect.any(String),
    });
    expect(Object.keys(result.inputRequests)).toEqual(['flavour']);
    for (const member of ['content', 'structuredContent', 'isError'])
      expect(result).not.toHaveProperty(member);
    expect(JSON.stringify(result)).not.toContain('ECHO');
    // Even beside metadata, which readers that match shapes would take for a finished result.
    expect(result._meta).toHaveProperty(['io.modelcontextprotocol/serverInfo']);
  });
});
