import { describe, expect, it } from 'vitest';
import { tap } from '../src/wire.js';

const request = () => new Request('http://127.0.0.1/mcp', { method: 'POST', body: '{}' });
const through = async (response: Response) => {
  const wire = tap(async () => response);
  const passed = await wire.fetch(request());
  return { wire, passed };
};

describe('the tap between client and server', () => {
  it('keeps the answer of a JSON body and passes it on', async () => {
    const { wire, passed } = await through(
      Response.json({ jsonrpc: '2.0', id: 1, result: { a: 1 } }, { headers: { 'x-own': 'kept' } }),
    );
    expect(wire.newest()).toEqual({ status: 200, notifications: [], result: { a: 1 } });
    expect(passed.headers.get('x-own')).toBe('kept');
    expect(await passed.json()).toMatchObject({ result: { a: 1 } });
  });

  it('keeps the answer of an event stream, and what came before it', async () => {
    const messages = [
      { jsonrpc: '2.0', method: 'notifications/progress', params: {} },
      { jsonrpc: '2.0', id: 1, error: { code: 4001, message: 'no', data: { step: 'a' } } },
    ];
    const body = messages
      .map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`)
      .join('');
    const { wire, passed } = await through(
      new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    );
    expect(wire.newest()).toEqual({
      status: 200,
      notifications: ['notifications/progress'],
      fault: { code: 4001, message: 'no', data: { step: 'a' } },
    });
    expect(await passed.text()).toBe(body);
  });

  it('has the status of an answer that is no JSON-RPC', async () => {
    const { wire } = await through(new Response('<html>', { status: 502 }));
    expect(wire.newest()).toEqual({ status: 502, notifications: [] });
    const empty = await through(new Response(null, { status: 202 }));
    expect(empty.wire.newest()).toEqual({ status: 202, notifications: [] });
  });

  it('throws what the server threw, whatever the client made of it', async () => {
    const error = new Error('not served');
    const wire = tap(() => Promise.reject(error));
    expect(wire.newest()).toBeUndefined();
    await expect(wire.fetch(request())).rejects.toBe(error);
    expect(() => wire.newest()).toThrow(error);
  });
});
