import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startNginx } from '../src/shared/nginx.js';
import { freePorts } from '../src/shared/ports.js';
import { type Undo, undoing } from '../src/shared/undo.js';
import { withoutPrograms } from './support/programs.js';

/** Puts nginx in front of servers that answer as they are told. */
async function behindNginx(
  undo: Undo,
  ...answers: RequestListener[]
): Promise<{ url: URL; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-nginx-'));
  undo(() => rmSync(folder, { recursive: true }));
  const replicas: number[] = [];
  for (const answer of answers) {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    undo(() => {
      server.close();
      server.closeAllConnections();
    });
    replicas.push((server.address() as AddressInfo).port);
  }
  const [port = 0] = await freePorts(1);
  return { url: await startNginx(undo, { folder, port, replicas }), folder };
}

const post = (url: URL, body = '{}') =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

describe.skipIf(withoutPrograms())('nginx, as the guide to operations sets it up', () => {
  it('passes on each event when it is sent', () =>
    undoing(async (undo) => {
      let next: (last?: true) => void = () => undefined;
      const { url } = await behindNginx(undo, (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        next = (last) => (last ? response.end('data: last') : response.write('data: more\n\n'));
      });
      const reader = (await post(url)).body?.pipeThrough(new TextDecoderStream()).getReader();
      // What is asked for next is sent only when all before it has come.
      for (let events = 0; events < 3; events++) {
        next();
        expect((await reader?.read())?.value).toBe('data: more\n\n');
      }
      next(true);
      expect((await reader?.read())?.value).toBe('data: last');
    }));

  it('lets the replicas take turns', () =>
    undoing(async (undo) => {
      const { url } = await behindNginx(
        undo,
        (_, response) => void response.end('a'),
        (_, response) => void response.end('b'),
      );
      const answers: string[] = [];
      for (let times = 0; times < 4; times++) answers.push(await (await post(url)).text());
      expect(answers.sort()).toEqual(['a', 'a', 'b', 'b']);
    }));

  it('sends no request to a second replica when the first one dies of it', () =>
    undoing(async (undo) => {
      const received: string[] = [];
      const dies: RequestListener = (request) => {
        received.push('dies');
        request.socket.destroy();
      };
      const answers: RequestListener = (_, response) => {
        received.push('answers');
        response.end('ok');
      };
      const { url } = await behindNginx(undo, dies, answers);
      const statuses: number[] = [];
      while (!statuses.includes(502) && statuses.length < 4)
        statuses.push((await post(url)).status);
      expect(statuses).toContain(502);
      expect(received).toHaveLength(statuses.length);
    }));

  it('tells the replica which host was asked for, and keeps bodies up to a mebibyte out of its files', () =>
    undoing(async (undo) => {
      const { url, folder } = await behindNginx(undo, async (request, response) => {
        let bytes = 0;
        for await (const chunk of request) bytes += chunk.length;
        response.end(
          `${request.headers.host} ${bytes} ${readdirSync(join(folder, 'client_body')).length}`,
        );
      });
      expect(await (await post(url, 'x'.repeat(1_048_576))).text()).toBe('127.0.0.1 1048576 0');
      expect((await post(url, 'x'.repeat(1_048_577))).status).toBe(413);
    }));
});
